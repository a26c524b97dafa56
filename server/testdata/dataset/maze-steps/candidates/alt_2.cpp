// relax until nothing changes
#include <iostream>
#include <vector>
#include <string>
int main() {
  int h, w;
  std::cin >> h >> w;
  std::vector<std::string> c(h);
  for (auto& r : c) std::cin >> r;
  const int INF = 1e9;
  std::vector<std::vector<int>> d(h, std::vector<int>(w, INF));
  if (c[0][0] == '.') d[0][0] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = 0; i < h; i++)
      for (int j = 0; j < w; j++) {
        if (c[i][j] == '#') continue;
        int best = d[i][j];
        if (i) best = std::min(best, d[i-1][j] + 1);
        if (j) best = std::min(best, d[i][j-1] + 1);
        if (i + 1 < h) best = std::min(best, d[i+1][j] + 1);
        if (j + 1 < w) best = std::min(best, d[i][j+1] + 1);
        if (best < d[i][j]) { d[i][j] = best; changed = true; }
      }
  }
  std::cout << (d[h-1][w-1] >= INF ? -1 : d[h-1][w-1]) << std::endl;
}
