#include <iostream>
#include <string>
using namespace std;

int expand(const string& s, int left, int right) {
    int count = 0;
    while (left >= 0 && right < (int)s.size() && s[left] == s[right]) {
        ++count;
        --left;
        ++right;
    }
    return count;
}

int main() {
    string s;
    cin >> s;
    int total = 0;
    for (int i = 0; i < (int)s.size(); ++i) total += expand(s, i, i) + expand(s, i, i + 1);
    cout << total << endl;
}
