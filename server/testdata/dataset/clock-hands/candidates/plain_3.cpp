#include <iostream>
#include <string>
#include <cmath>
using namespace std;
int main() {
    string s;
    cin >> s;
    size_t colon = s.find(':');
    int h = stoi(s.substr(0, colon)) % 12;
    int m = stoi(s.substr(colon + 1));
    double angle = fabs(h * 30.0 - m * 6.0);
    if (angle > 180) angle = 360 - angle;
    cout << (int)(2 * angle) << endl;
}
