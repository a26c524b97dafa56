#include <bits/stdc++.h>
using namespace std;
int main() {
    int n;
    cin >> n;
    unordered_map<string, int> count;
    vector<string> order;
    for (int i = 0; i < n; i++) {
        string s;
        cin >> s;
        if (count[s]++ == 0) order.push_back(s);
    }
    string winner = order[0];
    for (auto& name : order)
        if (count[name] > count[winner]) winner = name;
    cout << winner << endl;
}
