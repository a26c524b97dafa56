#include <iostream>
#include <numeric>

long long litUntil(long long x, long long a, long long b) {
    long long common = a / std::gcd(a, b) * b;
    return x / a + x / b - 2 * (x / common);
}

int main() {
    long long a, b, l, r;
    std::cin >> a >> b >> l >> r;
    std::cout << litUntil(r, a, b) - litUntil(l - 1, a, b) << std::endl;
}
