#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    vector<int> keys(n);
    const int base = 200001;
    for (auto &key : keys) {
        int l, r;
        cin >> l >> r;
        key = l * base + r;
    }
    sort(keys.begin(), keys.end());
    int left = keys[0] / base, right = keys[0] % base;
    for (int key : keys) {
        int l = key / base, r = key % base;
        if (l > right) {
            cout << left << ' ' << right << '\n';
            left = l;
            right = r;
        } else {
            right = max(right, r);
        }
    }
    cout << left << ' ' << right << '\n';
}
