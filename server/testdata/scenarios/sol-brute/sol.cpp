#include <algorithm>
#include <iostream>

int main() {
    int n;
    std::cin >> n;
    int best = 0, current = 0;
    while (n--) {
        int a;
        std::cin >> a;
        current = std::max(0, current + a);
        best = std::max(best, current);
    }
    std::cout << best << '\n';
}
