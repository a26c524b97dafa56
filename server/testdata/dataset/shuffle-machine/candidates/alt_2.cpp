// largest power of every prime among the cycle lengths
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n;
    scanf("%d", &n);
    vector<int> p(n + 1), power(n + 1, 0);
    for (int i = 1; i <= n; i++) scanf("%d", &p[i]);
    vector<bool> seen(n + 1);
    for (int i = 1; i <= n; i++) {
        int len = 0;
        for (int j = i; !seen[j]; j = p[j]) { seen[j] = true; len++; }
        for (int q = 2; q <= len; q++) {
            int e = 0;
            while (len % q == 0) { len /= q; e++; }
            power[q] = max(power[q], e);
        }
    }
    unsigned long long r = 1;
    for (int q = 2; q <= n; q++) while (power[q]-- > 0) r *= q;
    printf("%llu\n", r);
}
