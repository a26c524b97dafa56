#include <cstdio>

// right[x] is the number on the right of x, 0 at the end of a row.
static const int right[10] = {0, 2, 3, 0, 5, 6, 0, 8, 9, 0};

int main() {
    int a, b;
    if (std::scanf("%d%d", &a, &b) != 2) return 1;
    std::puts(right[a] == b ? "Yes" : "No");
}
