#include <bits/stdc++.h>
using namespace std;
int H, W;
vector<string> g;
vector<vector<int>> dist_;
void dfs(int r, int c, int d) {
    if (r < 0 || c < 0 || r >= H || c >= W || g[r][c] == '#' || dist_[r][c] != -1) return;
    dist_[r][c] = d;
    dfs(r + 1, c, d + 1);
    dfs(r, c + 1, d + 1);
    dfs(r - 1, c, d + 1);
    dfs(r, c - 1, d + 1);
}
int main() {
    cin >> H >> W;
    g.resize(H);
    for (auto& row : g) cin >> row;
    dist_.assign(H, vector<int>(W, -1));
    dfs(0, 0, 0);
    cout << dist_[H - 1][W - 1] << endl;
}
