#include <iostream>
#include <vector>
#include <algorithm>
using namespace std;
int main() {
    int n, q;
    cin >> n >> q;
    vector<int> parent(n + 1, 1);
    for (int i = 2; i <= n; i++) cin >> parent[i];
    for (int i = 0; i < q; i++) {
        int u, v;
        cin >> u >> v;
        if (u == v) { cout << u << endl; continue; }
        if (parent[u] == v) { cout << v << endl; continue; }
        if (parent[v] == u) { cout << u << endl; continue; }
        cout << min(parent[u], parent[v]) << endl;
    }
}
