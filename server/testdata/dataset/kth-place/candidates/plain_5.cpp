#include <bits/stdc++.h>
using namespace std;
int main() {
    int n, q;
    cin >> n >> q;
    vector<int> a(n);
    for (auto &v : a) cin >> v;
    sort(a.rbegin(), a.rend());
    while (q--) {
        int x;
        cin >> x;
        int place = 1;
        for (int v : a) if (v >= x) place++;
        cout << place << "\n";
    }
}
