#include <iostream>
#include <vector>
#include <deque>
using namespace std;
int main() {
    int h, w;
    cin >> h >> w;
    deque<deque<int>> rows(h, deque<int>(w));
    for (auto& r : rows)
        for (auto& x : r) cin >> x;
    vector<int> path;
    while (!rows.empty()) {
        for (int x : rows.front()) path.push_back(x);
        rows.pop_front();
        for (auto& r : rows) { path.push_back(r.back()); r.pop_back(); }
        if (rows.empty() || rows[0].empty()) break;
        for (auto it = rows.back().rbegin(); it != rows.back().rend(); ++it) path.push_back(*it);
        rows.pop_back();
        for (auto r = rows.rbegin(); r != rows.rend(); ++r) { path.push_back(r->front()); r->pop_front(); }
        if (rows.empty() || rows[0].empty()) break;
    }
    for (int x : path) cout << x << " ";
    cout << endl;
}
