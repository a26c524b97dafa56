#include <iostream>
#include <algorithm>
#include <cstdlib>
int main() {
    long long a, b;
    std::cin >> a >> b;
    a = std::llabs(a); b = std::llabs(b);
    if (a < b) std::swap(a, b);
    long long lo = a, hi = a + b;
    while (lo < hi) {
        long long k = (lo + hi) / 2;
        long long slanting = std::min(b, (k + 1) / 2);
        if (a + b - slanting <= k) hi = k;
        else lo = k + 1;
    }
    std::cout << lo << "\n";
}
