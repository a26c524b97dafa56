#include <iostream>
#include <string>
using namespace std;
int main() {
    string s;
    cin >> s;
    int n = s.size(), total = 0;
    for (int center = 0; center < n; center++) {
        int radius = 0;
        while (center - radius >= 0 && center + radius < n && s[center - radius] == s[center + radius]) {
            total++;
            radius++;
        }
    }
    cout << total << endl;
}
