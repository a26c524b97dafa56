#include <algorithm>
#include <functional>
#include <iostream>
#include <vector>

int main() {
    int n, q;
    std::cin >> n >> q;
    std::vector<int> points(n);
    for (int& p : points) std::cin >> p;
    std::sort(points.begin(), points.end(), std::greater<int>());
    for (int i = 0; i < q; ++i) {
        int x;
        std::cin >> x;
        auto it = std::lower_bound(points.begin(), points.end(), x, std::greater<int>());
        std::cout << (it - points.begin()) + 1 << '\n';
    }
}
