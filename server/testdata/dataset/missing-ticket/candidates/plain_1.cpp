#include <bits/stdc++.h>
using namespace std;
int main() {
    int t;
    cin >> t;
    while (t--) {
        int n;
        cin >> n;
        vector<bool> seen(n + 1, false);
        for (int i = 0; i < n; i++) {
            int a;
            cin >> a;
            if (a <= n) seen[a] = true;
        }
        int answer = 0;
        while (answer <= n && seen[answer]) answer++;
        cout << answer << "\n";
    }
}
