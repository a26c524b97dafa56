#include <algorithm>
#include <iostream>
#include <queue>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<pair<int, int>> stays(n);
    for (auto& [s, e] : stays) cin >> s >> e;
    sort(stays.begin(), stays.end());
    priority_queue<int, vector<int>, greater<int>> rooms;
    for (auto [s, e] : stays) {
        if (!rooms.empty() && rooms.top() <= s) rooms.pop();
        rooms.push(e);
    }
    cout << rooms.size() << endl;
}
