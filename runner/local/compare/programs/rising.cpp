#include <algorithm>
#include <iostream>
#include <map>
#include <vector>

int main() {
	std::ios::sync_with_stdio(false);
	std::cin.tie(nullptr);
	int n;
	std::cin >> n;
	std::vector<int> tails;
	std::map<int, int> count;
	for (int i = 0; i < n; i++) {
		int x;
		std::cin >> x;
		count[x]++;
		auto at = std::lower_bound(tails.begin(), tails.end(), x);
		if (at == tails.end()) tails.push_back(x);
		else *at = x;
	}
	int most = 0;
	for (auto& [value, times] : count) most = std::max(most, times);
	std::cout << tails.size() << " " << count.size() << " " << most << "\n";
}
