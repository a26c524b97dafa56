#include <bits/stdc++.h>
using namespace std;

int main() {
    int H, W;
    cin >> H >> W;
    vector<string> maze(H);
    for (int i = 0; i < H; i++) cin >> maze[i];
    if (maze[0][0] == '#' || maze[H-1][W-1] == '#') {
        cout << -1 << endl;
        return 0;
    }
    vector<int> distance(H * W, -1);
    vector<int> current = {0};
    distance[0] = 0;
    int steps = 0;
    while (!current.empty()) {
        vector<int> next;
        steps++;
        for (int cell : current) {
            int r = cell / W, c = cell % W;
            for (auto [dr, dc] : vector<pair<int,int>>{{0,1},{1,0},{0,-1},{-1,0}}) {
                int nr = r + dr, nc = c + dc;
                if (nr >= 0 && nr < H && nc >= 0 && nc < W && maze[nr][nc] == '.' && distance[nr * W + nc] == -1) {
                    distance[nr * W + nc] = steps;
                    next.push_back(nr * W + nc);
                }
            }
        }
        current = next;
    }
    cout << distance[H * W - 1] << endl;
}
