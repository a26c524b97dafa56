#include <iostream>
#include <map>
#include <string>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<std::string> ballots(n);
    std::map<std::string, int> total;
    for (auto& b : ballots) {
        std::cin >> b;
        ++total[b];
    }
    int most = 0;
    for (const auto& [name, votes] : total) most = std::max(most, votes);
    std::map<std::string, int> counted;
    for (const auto& b : ballots) {
        if (++counted[b] == most) {
            std::cout << b << std::endl;
            return 0;
        }
    }
}
