#include <algorithm>
#include <iostream>

int main() {
    int n, x;
    std::cin >> n >> x;
    int low = x, high = x;
    while (--n) {
        std::cin >> x;
        low = std::min(low, x);
        high = std::max(high, x);
    }
    std::cout << high - low << '\n';
}
