#include <bits/stdc++.h>
using namespace std;
int main() {
    int n, k;
    cin >> n >> k;
    vector<long long> prefix(n + 1);
    for (int i = 1; i <= n; i++) {
        long long a;
        cin >> a;
        prefix[i] = prefix[i - 1] + a;
    }
    deque<int> window;
    long long best = LLONG_MIN;
    for (int i = 1; i <= n; i++) {
        while (!window.empty() && prefix[window.back()] >= prefix[i - 1]) window.pop_back();
        window.push_back(i - 1);
        while (window.front() < i - k) window.pop_front();
        best = max(best, prefix[i] - prefix[window.front()]);
    }
    cout << best << endl;
}
