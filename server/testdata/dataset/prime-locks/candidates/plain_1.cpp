#include <iostream>

int main() {
    long long n;
    std::cin >> n;
    long long best = 1;
    int exponent = 0;
    for (long long p = 2; p * p <= n; ++p) {
        if (n % p != 0) continue;
        best = p;
        exponent = 0;
        while (n % p == 0) {
            n /= p;
            ++exponent;
        }
    }
    if (n > 1) {
        best = n;
        exponent = 1;
    }
    std::cout << best << ' ' << exponent << std::endl;
}
