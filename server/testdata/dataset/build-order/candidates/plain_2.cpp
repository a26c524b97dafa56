#include <iostream>
#include <queue>
#include <vector>
using namespace std;

int main() {
    int n, m;
    cin >> n >> m;
    vector<vector<int>> next(n + 1);
    vector<int> before(n + 1, 0);
    for (int i = 0; i < m; ++i) {
        int a, b;
        cin >> a >> b;
        next[a].push_back(b);
        ++before[b];
    }
    priority_queue<int> ready;  // the largest number first
    for (int v = 1; v <= n; ++v)
        if (before[v] == 0) ready.push(v);
    vector<int> order;
    while (!ready.empty()) {
        int v = ready.top();
        ready.pop();
        order.push_back(v);
        for (int w : next[v])
            if (--before[w] == 0) ready.push(w);
    }
    if ((int)order.size() < n) {
        cout << "impossible\n";
        return 0;
    }
    for (int v : order) cout << v << ' ';
    cout << '\n';
}
