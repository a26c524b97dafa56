#include <iostream>
#include <string>
#include <algorithm>

int main() {
    std::string s;
    std::cin >> s;
    int best = 1, run = 1;
    for (std::size_t i = 1; i < s.size(); ++i) {
        run = s[i] == s[i - 1] ? run + 1 : 1;
        best = std::max(best, run);
    }
    std::cout << best << std::endl;
}
