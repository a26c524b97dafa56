#include <bits/stdc++.h>
using namespace std;
int main() {
    int n;
    cin >> n;
    vector<int> heights(n), dp(n, 1);
    for (int i = 0; i < n; i++) cin >> heights[i];
    int answer = 1;
    for (int i = 1; i < n; i++) {
        for (int j = 0; j < i; j++) {
            if (heights[j] <= heights[i]) dp[i] = max(dp[i], dp[j] + 1);
        }
        answer = max(answer, dp[i]);
    }
    cout << answer << endl;
}
