#include <iostream>
#include <vector>
using namespace std;
int main() {
    int n;
    cin >> n;
    vector<int> a(n);
    int sum = 0;
    for (int i = 0; i < n; i++) {
        cin >> a[i];
        sum += a[i];
    }
    vector<int> dp(sum / 2 + 1, 0);
    dp[0] = 1;
    for (int i = 0; i < n; i++)
        for (int j = a[i]; j <= sum / 2; j++)
            if (dp[j - a[i]]) dp[j] = 1;
    int best = sum / 2;
    while (!dp[best]) best--;
    cout << sum - 2 * best << endl;
}
