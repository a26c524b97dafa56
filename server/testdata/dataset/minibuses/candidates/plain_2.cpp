#include <iostream>
#include <vector>
#include <numeric>

int main() {
    long long n, seats;
    std::cin >> n >> seats;
    std::vector<long long> pupils(n);
    for (auto& p : pupils) std::cin >> p;
    long long people = std::accumulate(pupils.begin(), pupils.end(), n);
    long long answer = people / seats;
    if (people % seats != 0) ++answer;
    std::cout << answer << "\n";
    return 0;
}
