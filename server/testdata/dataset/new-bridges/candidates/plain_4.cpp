#include <iostream>
#include <set>
#include <algorithm>
using namespace std;
int main() {
    int n, m;
    cin >> n >> m;
    set<pair<int,int>> bridges;
    for (int i = 0; i < m; i++) {
        int u, v;
        cin >> u >> v;
        bridges.insert({min(u, v), max(u, v)});
    }
    cout << max(0, n - 1 - (int)bridges.size()) << endl;
}
