#include <cstdio>
int main() {
    int n;
    scanf("%d", &n);
    int minutes = 0, seconds = 0;
    for (int i = 0; i < n; i++) {
        int m, s;
        scanf("%d:%d", &m, &s);
        minutes += m;
        seconds += s;
    }
    if (seconds >= 60) {
        minutes++;
        seconds -= 60;
    }
    printf("%d:%02d:%02d\n", minutes / 60, minutes % 60, seconds % 60);
}
