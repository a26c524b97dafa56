#include <iostream>
#include <string>
using namespace std;
int main() {
    int k;
    string s;
    cin >> k >> s;
    for (size_t i = 0; i < s.size(); i++) {
        if (s[i] >= 'a' && s[i] <= 'z') s[i] = (s[i] - 'a' + k) % 26 + 'a';
        else if (s[i] >= 'A' && s[i] <= 'Z') s[i] = (s[i] - 'A' + k) % 26 + 'A';
    }
    cout << s << endl;
}
