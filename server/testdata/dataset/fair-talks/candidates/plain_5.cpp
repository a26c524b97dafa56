#include <iostream>
#include <vector>
#include <algorithm>
using namespace std;
int main() {
    int n;
    cin >> n;
    vector<pair<int,int>> v(n);
    for (auto& p : v) cin >> p.first >> p.second;
    sort(v.begin(), v.end());
    int removed = 0;
    for (int i = 1; i < n; i++)
        if (v[i].first < v[i - 1].second) removed++;
    cout << n - removed << endl;
}
