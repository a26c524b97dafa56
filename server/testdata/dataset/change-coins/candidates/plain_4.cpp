#include <bits/stdc++.h>
using namespace std;
int memo_[10001];
int n, x, a[12];
int solve(int t) {
    if (t < 0) return INT_MAX / 2;
    if (t == 0) return 0;
    if (t > 10000) throw runtime_error("amount too large");
    int& m = memo_[t];
    if (m) return m;
    m = INT_MAX / 2;
    int best = INT_MAX / 2;
    for (int i = 0; i < n; i++) best = min(best, solve(t - a[i]) + 1);
    return m = best;
}
int main() {
    cin >> n >> x;
    for (int i = 0; i < n; i++) cin >> a[i];
    int r = solve(x);
    cout << (r >= INT_MAX / 2 ? -1 : r) << endl;
}
