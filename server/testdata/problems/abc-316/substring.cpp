#include <iostream>
#include <string>

int main() {
    std::string s;
    std::cin >> s;
    const int k = std::stoi(s.substr(3));
    const bool first = 1 <= k && k <= 315;
    const bool second = 317 <= k && k <= 349;
    std::cout << (first || second ? "Yes" : "No") << '\n';
}
