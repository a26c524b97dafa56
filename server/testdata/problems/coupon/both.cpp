#include <iostream>

int main() {
    int t, n;
    std::cin >> t >> n;
    std::cout << (t >= 25 && n >= 3 ? "Yes" : "No") << '\n';
}
