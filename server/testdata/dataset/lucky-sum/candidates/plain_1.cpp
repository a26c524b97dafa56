#include <iostream>
#include <string>

bool clean(long long x) {
    if (x <= 0) return false;
    while (x > 0) {
        if (x % 10 == 7) return false;
        x /= 10;
    }
    return true;
}

int main() {
    long long n;
    std::cin >> n;
    // the digits of the first cheque: 3 where the other one would have a 7
    long long first = 0, power = 1;
    for (long long rest = n; rest > 0; rest /= 10) {
        if (rest % 10 == 7) first += 3 * power;
        power *= 10;
    }
    if (first == 0) {
        first = 1;
        while (!clean(first) || !clean(n - first)) first++;
    }
    std::cout << first << " " << n - first << std::endl;
}
