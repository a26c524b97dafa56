#include <iostream>
#include <set>
#include <vector>
const int MOD = 1000000007;

int main() {
    int n, m;
    std::cin >> n >> m;
    std::set<int> broken;
    for (int i = 0; i < m; ++i) {
        int b;
        std::cin >> b;
        broken.insert(b);
    }
    // push forward from each step that holds
    std::vector<int> ways(n + 3, 0);
    ways[0] = 1;
    for (int step = 0; step < n; ++step) {
        if (broken.count(step)) ways[step] = 0;
        for (int up = 1; up <= 2; ++up) ways[step + up] = (ways[step + up] + ways[step]) % MOD;
    }
    std::cout << (broken.count(n) ? 0 : ways[n]) << std::endl;
}
