#include <iostream>
#include <string>
#include <algorithm>
using namespace std;
int main() {
    string s;
    cin >> s;
    size_t start = 0;
    while (s.at(start) == s.at(start + 1)) start++;
    rotate(s.begin(), s.begin() + start + 1, s.end());
    int best = 1, run = 1;
    for (size_t i = 1; i < s.size(); i++) {
        if (s[i] == s[i - 1]) run++;
        else run = 1;
        best = max(best, run);
    }
    cout << best << endl;
}
