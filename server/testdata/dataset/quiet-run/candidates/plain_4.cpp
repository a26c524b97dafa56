#include <iostream>
#include <string>
using namespace std;
int main() {
    string s;
    cin >> s;
    int best = 0, run = 0;
    for (char c : s) {
        if (c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u') {
            if (run > best) best = run;
            run = 0;
        } else {
            run++;
        }
    }
    cout << best << endl;
    return 0;
}
