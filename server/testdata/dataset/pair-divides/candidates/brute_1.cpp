#include <iostream>
#include <vector>
int main() {
    long long n, m;
    std::cin >> n >> m;
    std::vector<long long> a(n);
    for (auto& x : a) std::cin >> x;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            if ((a[i] + a[j]) % m == 0) {
                std::cout << i + 1 << " " << j + 1 << std::endl;
                return 0;
            }
    std::cout << "-1 -1" << std::endl;
}
