#include <algorithm>
#include <cstdio>
#include <cstdlib>

int main() {
    int h, m;
    scanf("%d:%d", &h, &m);
    h %= 12;
    int hour_hand = h * 60 + m;  // half degrees
    int minute_hand = m * 12;
    int angle = std::abs(hour_hand - minute_hand);
    printf("%d\n", std::min(angle, 720 - angle));
    return 0;
}
