#include <iostream>
#include <string>

int main() {
    int n;
    std::cin >> n;
    for (int i = 0; i < n; ++i) {
        int k = 0;
        std::cin >> k;
        std::string name, item;
        std::cin >> std::ws;
        std::getline(std::cin, name);
        bool soup = false, cakes = false;
        for (int j = 0; j < k; ++j) {
            std::cin >> item;
            if (item == "pea") {
                std::cin >> item;
                soup = item == "soup";
            } else if (item == "pancakes") {
                cakes = true;
            }
        }
        if (soup && cakes) {
            std::cout << name << '\n';
            return 0;
        }
    }
    std::cout << "Anywhere is fine I guess\n";
}
