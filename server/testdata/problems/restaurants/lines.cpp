#include <iostream>
#include <string>

int main() {
    std::string line;
    std::getline(std::cin, line);
    int n = std::stoi(line);
    while (n-- > 0) {
        std::getline(std::cin, line);
        int k = std::stoi(line);
        std::string name;
        std::getline(std::cin, name);
        bool soup = false, pancakes = false;
        while (k-- > 0) {
            std::getline(std::cin, line);
            if (line == "pea soup") soup = true;
            if (line == "pancakes") pancakes = true;
        }
        if (soup && pancakes) {
            std::cout << name << '\n';
            return 0;
        }
    }
    std::cout << "Anywhere is fine I guess\n";
}
