#include <iostream>
#include <algorithm>
using namespace std;

int main() {
    int a, b;
    cin >> a >> b;
    int duration = b - a;
    int fee = 0;
    while (duration > 0) {
        int today = min(duration, 1440);
        int hours = (today + 59) / 60;
        fee += min(20, hours * 2);
        duration -= today;
    }
    cout << fee << endl;
}
