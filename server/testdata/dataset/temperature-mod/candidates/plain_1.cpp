#include <iostream>
#include <vector>

int main() {
    int n;
    long long m;
    std::cin >> n >> m;
    std::vector<long long> moves(n);
    for (auto& x : moves) std::cin >> x;
    long long position = 0;
    int zeros = 0;
    for (long long move : moves) {
        position += move;
        if (position % m == 0) zeros++;
    }
    std::cout << position % m << " " << zeros << std::endl;
    return 0;
}
