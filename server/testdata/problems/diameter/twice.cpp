#include <iostream>
#include <queue>
#include <utility>
#include <vector>

using Graph = std::vector<std::vector<int>>;

// The vertex farthest from the source, and how far it is.
std::pair<int, int> farthest(const Graph &g, int source) {
    std::vector<int> dist(g.size(), -1);
    std::queue<int> q;
    dist[source] = 0;
    q.push(source);
    int last = source;
    while (!q.empty()) {
        last = q.front();
        q.pop();
        for (int next : g[last]) {
            if (dist[next] != -1) continue;
            dist[next] = dist[last] + 1;
            q.push(next);
        }
    }
    return {last, dist[last]};
}

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n;
    std::cin >> n;
    Graph g(n);
    for (int i = 1; i < n; ++i) {
        int u, v;
        std::cin >> u >> v;
        --u, --v;
        g[u].push_back(v);
        g[v].push_back(u);
    }
    std::cout << farthest(g, farthest(g, 0).first).second << '\n';
}
