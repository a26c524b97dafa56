#include <iostream>
#include <vector>
#include <algorithm>
using namespace std;
int main() {
    int n;
    cin >> n;
    vector<pair<int,int>> talks(n), chosen;
    for (auto& t : talks) cin >> t.first >> t.second;
    stable_sort(talks.begin(), talks.end(), [](const auto& a, const auto& b) {
        return a.second - a.first < b.second - b.first;
    });
    for (auto& t : talks) {
        bool free = true;
        for (auto& c : chosen) if (t.first < c.second && c.first < t.second) free = false;
        if (free) chosen.push_back(t);
    }
    cout << chosen.size() << endl;
}
