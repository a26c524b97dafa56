#include <iostream>
int main() {
    long long n, best = 0;
    int times = 0;
    std::cin >> n;
    for (long long p = 2; p <= n; p++) {
        if (n % p) continue;
        best = p;
        times = 0;
        while (n % p == 0) { n /= p; times++; }
    }
    std::cout << best << " " << times << std::endl;
}
