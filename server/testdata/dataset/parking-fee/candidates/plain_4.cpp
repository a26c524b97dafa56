#include <iostream>
#include <algorithm>
int main() {
    int a, b;
    std::cin >> a >> b;
    int hours = (b - a) / 60 + ((b - a) % 60 != 0);
    std::cout << std::min(20, 2 * hours) << std::endl;
}
