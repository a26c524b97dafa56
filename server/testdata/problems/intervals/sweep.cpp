#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<std::pair<int, int>> ev;
    for (int i = 0; i < n; i++) {
        int l, r;
        if (scanf("%d%d", &l, &r) != 2) return 1;
        ev.push_back({l, +1});
        ev.push_back({r, -1});
    }
    std::sort(ev.begin(), ev.end());
    int cnt = 0, from = 0;
    for (auto [x, d] : ev) {
        if (cnt == 0) from = x;
        cnt += d;
        if (cnt == 0) printf("%d %d\n", from, x);
    }
    return 0;
}
