#include <iostream>
#include <vector>
#include <queue>
using namespace std;
int main() {
    int n, m;
    cin >> n >> m;
    vector<vector<int>> adj(n + 1);
    vector<int> deg(n + 1, 0);
    for (int i = 0; i < m; i++) {
        int a, b;
        cin >> a >> b;
        adj[b].push_back(a);
        deg[a]++;
    }
    queue<int> q;
    for (int i = 1; i <= n; i++) if (!deg[i]) q.push(i);
    vector<int> res;
    while (!q.empty()) {
        int u = q.front(); q.pop();
        res.push_back(u);
        for (int v : adj[u]) if (--deg[v] == 0) q.push(v);
    }
    if ((int)res.size() != n) { cout << "impossible" << endl; return 0; }
    for (int x : res) cout << x << " ";
    cout << endl;
}
