#include <iostream>
#include <vector>
using namespace std;
int main() {
    const long long MOD = 1000000007;
    int n, m;
    cin >> n >> m;
    vector<bool> broken(n + 2, false);
    for (int i = 0; i < m; i++) {
        int b;
        cin >> b;
        broken[b] = true;
    }
    vector<long long> dp(n + 2, 0);
    dp[0] = 1;
    dp[1] = 1;
    for (int i = 2; i <= n; i++) {
        if (!broken[i]) dp[i] = (dp[i - 1] + dp[i - 2]) % MOD;
    }
    cout << dp[n] << endl;
}
