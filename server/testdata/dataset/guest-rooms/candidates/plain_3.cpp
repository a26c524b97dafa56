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
    int rooms = 1, free_at = v[0].second;
    for (int i = 1; i < n; i++) {
        if (v[i].first >= free_at) free_at = v[i].second;
        else {
            rooms++;
            free_at = min(free_at, v[i].second);
        }
    }
    cout << rooms << endl;
}
