#include <algorithm>
#include <iostream>
#include <vector>

// Compressed adjacency lists, vertices in breadth-first order, and the two best arms of each.
int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n;
    std::cin >> n;
    std::vector<int> from(2 * (n - 1)), begin(n + 2), list(2 * (n - 1));
    for (int &x : from) {
        std::cin >> x;
        ++begin[x + 1];
    }
    for (int v = 1; v <= n + 1; ++v) begin[v] += begin[v - 1];
    std::vector<int> fill(begin.begin(), begin.end());
    for (std::size_t i = 0; i < from.size(); ++i) list[fill[from[i]]++] = from[i ^ 1];

    std::vector<int> order{1}, parent(n + 1);
    order.reserve(n);
    for (int i = 0; i < n; ++i) {
        const int v = order[i];
        for (int e = begin[v]; e < begin[v + 1]; ++e) {
            if (list[e] == parent[v]) continue;
            parent[list[e]] = v;
            order.push_back(list[e]);
        }
    }
    std::vector<int> best(n + 1), second(n + 1);
    int answer = 0;
    for (int i = n - 1; i >= 0; --i) {
        const int v = order[i], p = parent[v];
        answer = std::max(answer, best[v] + second[v]);
        const int arm = best[v] + 1;
        if (arm > best[p]) {
            second[p] = best[p];
            best[p] = arm;
        } else {
            second[p] = std::max(second[p], arm);
        }
    }
    std::cout << answer << '\n';
}
