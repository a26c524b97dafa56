#include <bits/stdc++.h>
using namespace std;
int main() {
    int n;
    cin >> n;
    vector<int> a(n);
    int total = 0;
    for (int& x : a) {
        cin >> x;
        total += x;
    }
    vector<bool> possible(total + 1, false);
    possible[0] = true;
    for (int x : a)
        for (int s = total; s >= x; s--)
            if (possible[s - x]) possible[s] = true;
    for (int s = total / 2; s >= 0; s--)
        if (possible[s]) {
            cout << total - 2 * s << endl;
            return 0;
        }
}
