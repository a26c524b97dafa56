#include <cstdio>
#include <cstring>

int main() {
    char line[64], name[64], chosen[64] = "Anywhere is fine I guess\n";
    int n, k, found = 0;
    if (scanf("%d ", &n) != 1) return 1;
    for (int i = 0; i < n; i++) {
        if (scanf("%d ", &k) != 1) return 1;
        fgets(name, sizeof name, stdin);
        int has[2] = {0, 0};
        for (int j = 0; j < k; j++) {
            fgets(line, sizeof line, stdin);
            line[strcspn(line, "\r\n")] = 0;
            has[0] += !strcmp(line, "pea soup");
            has[1] += !strcmp(line, "pancakes");
        }
        if (has[0] && has[1] && !found++) strcpy(chosen, name);
    }
    fputs(chosen, stdout);
    return 0;
}
