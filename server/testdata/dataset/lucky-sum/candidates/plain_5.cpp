#include <iostream>
#include <string>
using namespace std;
int main() {
    string s;
    cin >> s;
    string a, b;
    for (char c : s) {
        if (c == '7') { a += '5'; b += '2'; }
        else { a += c; b += '0'; }
    }
    long long n = stoll(s);
    if (s.find('7') == string::npos) {
        long long x = 1;
        while (to_string(n - x).find('7') != string::npos) x++;
        a = to_string(n - x);
        b = to_string(x);
    }
    cout << a << " " << b << endl;
}
