#include <algorithm>
#include <iostream>
#include <map>
#include <string>

int main() {
    int n;
    std::cin >> n;
    std::map<std::string, int> groups;
    int largest = 0;
    for (int i = 0; i < n; ++i) {
        std::string word;
        std::cin >> word;
        std::sort(word.begin(), word.end());
        largest = std::max(largest, ++groups[word]);
    }
    std::cout << groups.size() << ' ' << largest << std::endl;
}
