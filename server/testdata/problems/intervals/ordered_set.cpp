#include <iostream>
#include <iterator>
#include <map>

// The union so far, as left end -> right end of disjoint intervals that do not touch.
std::map<int, int> parts;

void add(int l, int r) {
    auto it = parts.upper_bound(l);
    if (it != parts.begin()) {
        auto before = std::prev(it);
        if (before->second >= l) it = before;
    }
    while (it != parts.end() && it->first <= r) {
        if (it->first < l) l = it->first;
        if (it->second > r) r = it->second;
        it = parts.erase(it);
    }
    parts.emplace(l, r);
}

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n;
    std::cin >> n;
    for (int i = 0; i < n; ++i) {
        int l, r;
        std::cin >> l >> r;
        add(l, r);
    }
    for (const auto &part : parts) std::cout << part.first << ' ' << part.second << '\n';
}
