#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

// Eccentricity of every vertex: the farthest vertex lies below it or is reached through its parent.
int main() {
    cin.tie(0)->sync_with_stdio(0);
    int n;
    cin >> n;
    vector<vector<int>> g(n + 1);
    for (int i = 1, u, v; i < n; i++) {
        cin >> u >> v;
        g[u].push_back(v);
        g[v].push_back(u);
    }
    vector<int> par(n + 1), ord, down(n + 1), up(n + 1);
    vector<int> st = {1};
    while (!st.empty()) {
        int v = st.back();
        st.pop_back();
        ord.push_back(v);
        for (int w : g[v])
            if (w != par[v]) par[w] = v, st.push_back(w);
    }
    for (int i = n - 1; i > 0; i--) down[par[ord[i]]] = max(down[par[ord[i]]], down[ord[i]] + 1);
    int ans = 0;
    for (int v : ord) {
        ans = max(ans, max(up[v], down[v]));
        int top1 = up[v], top2 = 0;
        for (int w : g[v]) {
            if (w == par[v]) continue;
            int d = down[w] + 1;
            if (d > top1)
                top2 = top1, top1 = d;
            else if (d > top2)
                top2 = d;
        }
        for (int w : g[v])
            if (w != par[v]) up[w] = 1 + (down[w] + 1 == top1 ? top2 : top1);
    }
    cout << ans << "\n";
}
