#include <cstdio>
#include <vector>

int main() {
    int n;
    if (std::scanf("%d", &n) != 1) return 1;
    const int top = 200000;
    std::vector<int> depth(top + 2);
    while (n--) {
        int l, r;
        if (std::scanf("%d %d", &l, &r) != 2) return 1;
        ++depth[l];
        --depth[r];
    }
    int start = 0;
    for (int x = 1; x <= top; ++x) {
        depth[x] += depth[x - 1];
        if (depth[x - 1] == 0 && depth[x] != 0) start = x;
        if (depth[x - 1] != 0 && depth[x] == 0) std::printf("%d %d\n", start, x);
    }
}
