#include <cstdio>

int main() {
    char s[8];
    if (scanf("%7s", s) != 1) return 1;
    int value = 0;
    for (const char *p = s + 3; *p; ++p) value = 10 * value + (*p - '0');
    if (value == 0 || value == 316 || value > 349) {
        puts("No");
    } else {
        puts("Yes");
    }
    return 0;
}
