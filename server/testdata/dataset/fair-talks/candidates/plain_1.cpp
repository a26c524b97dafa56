#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<pair<int, int>> talks(n);
    int last = 0;
    for (auto& [start, end] : talks) {
        cin >> start >> end;
        last = max(last, end);
    }
    // best[t]: most talks that are over at the time t
    vector<int> best(last + 1, 0);
    sort(talks.begin(), talks.end(), [](auto& a, auto& b) { return a.second < b.second; });
    size_t next = 0;
    for (int t = 1; t <= last; t++) {
        best[t] = best[t - 1];
        while (next < talks.size() && talks[next].second == t) {
            best[t] = max(best[t], best[talks[next].first] + 1);
            next++;
        }
    }
    cout << best[last] << endl;
}
