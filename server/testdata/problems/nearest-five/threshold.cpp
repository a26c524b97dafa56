#include <iostream>

int main() {
    int km;
    std::cin >> km;
    const int below = km / 5 * 5;
    const int above = below + 5;
    std::cout << (km - below > 3 ? above : below) << '\n';
}
