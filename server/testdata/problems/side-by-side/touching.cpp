#include <cstdlib>
#include <iostream>

int main() {
    int a, b;
    std::cin >> a >> b;
    int dr = std::abs((a - 1) / 3 - (b - 1) / 3);
    int dc = std::abs((a - 1) % 3 - (b - 1) % 3);
    std::cout << (dr + dc == 1 ? "Yes\n" : "No\n");
}
