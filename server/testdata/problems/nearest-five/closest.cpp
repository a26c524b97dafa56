#include <cstdio>
#include <cstdlib>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    int best = 0;
    for (int station = 5; station <= 100; station += 5) {
        if (abs(station - n) < abs(best - n)) best = station;
    }
    printf("%d\n", best);
}
