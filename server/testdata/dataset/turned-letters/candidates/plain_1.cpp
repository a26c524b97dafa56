#include <cctype>
#include <iostream>
#include <string>

int main() {
    long long k;
    std::string text;
    std::cin >> k >> text;
    const int shift = static_cast<int>(((k % 26) + 26) % 26);
    for (char& c : text) {
        if (std::islower(c)) c = 'a' + (c - 'a' + shift) % 26;
        else if (std::isupper(c)) c = 'A' + (c - 'A' + shift) % 26;
    }
    std::cout << text << std::endl;
}
