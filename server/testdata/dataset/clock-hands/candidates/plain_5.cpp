#include <iostream>
#include <cstdlib>
using namespace std;
int main() {
    int h, m;
    char colon;
    cin >> h >> colon >> m;
    int hour = (h % 12) * 30 + m / 2;
    int minute = m * 6;
    int d = abs(hour - minute);
    if (d > 180) d = 360 - d;
    cout << d * 2 << endl;
}
