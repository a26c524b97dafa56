#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<std::vector<int>> tree(n + 1);
    for (int i = 0; i < n - 1; ++i) {
        int u, v;
        std::cin >> u >> v;
        tree[u].push_back(v);
        tree[v].push_back(u);
    }
    std::vector<int> depth(n + 1, -1), layer{1};
    depth[1] = 0;
    int deepest = 0;
    while (!layer.empty()) {
        std::vector<int> below;
        for (int v : layer)
            for (int w : tree[v])
                if (depth[w] < 0) {
                    depth[w] = depth[v] + 1;
                    deepest = depth[w];
                    below.push_back(w);
                }
        layer.swap(below);
    }
    std::cout << deepest << '\n';
}
