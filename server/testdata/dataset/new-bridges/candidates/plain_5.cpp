#include <iostream>
#include <vector>
#include <queue>
using namespace std;
int main() {
    int n, m;
    cin >> n >> m;
    vector<vector<int>> adj(n + 1);
    for (int i = 0; i < m; i++) {
        int u, v;
        cin >> u >> v;
        adj[u].push_back(v);
    }
    vector<bool> seen(n + 1);
    int components = 0;
    for (int s = 1; s <= n; s++) {
        if (seen[s]) continue;
        components++;
        queue<int> q;
        q.push(s);
        seen[s] = true;
        while (!q.empty()) {
            int u = q.front();
            q.pop();
            for (int v : adj[u]) if (!seen[v]) { seen[v] = true; q.push(v); }
        }
    }
    cout << components - 1 << endl;
}
