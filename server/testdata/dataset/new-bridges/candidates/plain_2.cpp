#include <iostream>
#include <vector>
using namespace std;

void visit(int u, const vector<vector<int>>& adj, vector<bool>& seen) {
    seen[u] = true;
    for (int v : adj[u])
        if (!seen[v]) visit(v, adj, seen);
}

int main() {
    int n, m;
    cin >> n >> m;
    vector<vector<int>> adj(n);
    for (int i = 0; i < m; ++i) {
        int u, v;
        cin >> u >> v;
        adj[u - 1].push_back(v - 1);
        adj[v - 1].push_back(u - 1);
    }
    vector<bool> seen(n, false);
    int needed = -1;
    for (int u = 0; u < n; ++u) {
        if (!seen[u]) {
            visit(u, adj, seen);
            ++needed;
        }
    }
    cout << needed << endl;
}
