#include <iostream>
#include <string>
using namespace std;
int main() {
    long long k;
    string s;
    cin >> k >> s;
    int shift = ((k % 26) + 26) % 26;
    for (char& c : s) {
        if (c >= 'a' && c <= 'z') {
            c += shift;
            if (c > 'z') c -= 26;
        } else if (c >= 'A' && c <= 'Z') {
            c += shift;
            if (c > 'Z') c -= 26;
        }
    }
    cout << s << endl;
}
