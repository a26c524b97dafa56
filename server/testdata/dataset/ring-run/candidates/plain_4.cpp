#include <iostream>
#include <string>
#include <vector>
using namespace std;
int main() {
    string s;
    cin >> s;
    int n = s.size();
    vector<int> runs;
    for (int i = 0; i < n;) {
        int j = i;
        while (j < n && s[j] == s[i]) j++;
        runs.push_back(j - i);
        i = j;
    }
    int best = 0;
    for (int r : runs) best = max(best, r);
    if (s[0] == s[n - 1]) best = max(best, runs.front() + runs.back());
    cout << best << endl;
}
