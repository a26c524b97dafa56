#include <iostream>
#include <vector>
#include <algorithm>
using namespace std;
int main() {
    int t;
    cin >> t;
    while (t--) {
        int n;
        cin >> n;
        vector<int> a(n);
        for (auto& x : a) cin >> x;
        int m = 0;
        for (int k = 0; k < n; k++) {
            if (find(a.begin(), a.end(), k) == a.end()) {
                m = k;
                break;
            }
            m = k;
        }
        if (n > 4 && m == n - 1 && count(a.begin(), a.end(), m)) m = *max_element(a.begin(), a.end());
        else if (count(a.begin(), a.end(), m)) m++;
        cout << m << endl;
    }
}
