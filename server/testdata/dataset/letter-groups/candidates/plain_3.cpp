#include <iostream>
#include <map>
#include <set>
#include <string>
#include <algorithm>
using namespace std;
int main() {
    int n;
    cin >> n;
    map<string, set<string>> groups;
    for (int i = 0; i < n; i++) {
        string s;
        cin >> s;
        string key = s;
        sort(key.begin(), key.end());
        groups[key].insert(s);
    }
    size_t largest = 0;
    for (auto& g : groups) largest = max(largest, g.second.size());
    cout << groups.size() << " " << largest << endl;
}
