#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n, q;
    cin >> n >> q;
    vector<int> parent(n + 1, 0), depth(n + 1, 0);
    for (int i = 2; i <= n; ++i) {
        cin >> parent[i];
        depth[i] = depth[parent[i]] + 1;
    }
    while (q--) {
        int u, v;
        cin >> u >> v;
        while (depth[u] > depth[v]) u = parent[u];
        while (depth[v] > depth[u]) v = parent[v];
        while (u != v) {
            u = parent[u];
            v = parent[v];
        }
        cout << u << '\n';
    }
}
