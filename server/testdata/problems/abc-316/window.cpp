#include <cstdlib>
#include <iostream>
#include <string>

int main() {
    std::string name;
    std::getline(std::cin, name);
    int id = std::atoi(name.c_str() + 3);
    if (id < 1 || id > 349)
        std::cout << "No\n";
    else
        std::cout << "Yes\n";
}
