#include <bits/stdc++.h>
using namespace std;
int n, a[50], best = 1e9;
void go(int i, int d) {
    if (i == n) { best = min(best, abs(d)); return; }
    go(i + 1, d + a[i]);
    go(i + 1, d - a[i]);
}
int main() {
    cin >> n;
    for (int i = 0; i < n; i++) cin >> a[i];
    go(0, 0);
    cout << best << endl;
}
