#include <iostream>

int main() {
    int n;
    std::cin >> n;
    switch (n % 5) {
        case 1: n -= 1; break;
        case 2: n -= 2; break;
        case 3: n += 2; break;
        case 4: n += 1; break;
    }
    std::cout << n << std::endl;
}
