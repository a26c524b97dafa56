#include <iostream>
#include <vector>
#include <set>
int main() {
  int n, k;
  std::cin >> n >> k;
  std::vector<long long> p(n + 1, 0);
  std::multiset<long long> last;
  long long best = -4e18;
  for (int i = 1; i <= n; ++i) {
    last.insert(p[i - 1]);
    if (i - 1 >= k) last.erase(last.find(p[i - 1 - k]));
    long long a;
    std::cin >> a;
    p[i] = p[i - 1] + a;
    best = std::max(best, p[i] - *last.begin());
  }
  std::cout << best << "\n";
}
