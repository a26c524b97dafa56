#include <iostream>
#include <string>

bool isVowel(char c) {
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
}

int main() {
    std::string s;
    std::cin >> s;
    std::size_t best = 0, start = 0;
    for (std::size_t i = 0; i <= s.size(); ++i) {
        if (i == s.size() || isVowel(s[i])) {
            best = std::max(best, i - start);
            start = i + 1;
        }
    }
    std::cout << best << std::endl;
}
