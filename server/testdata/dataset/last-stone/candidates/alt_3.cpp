#include <iostream>
int main() {
    int n;
    long long sum = 0, a;
    std::cin >> n;
    for (int i = 0; i < n; i++) { std::cin >> a; sum += a; }
    std::cout << (sum % 2 == 0 && n > 1 ? "first" : n == 1 && sum > 1 ? "first" : "second") << "\n";
}
