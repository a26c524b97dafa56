#include <iostream>
#include <algorithm>
using namespace std;
int main() {
    int a, b;
    cin >> a >> b;
    int fee = 0;
    for (int day = a / 1440; day * 1440 < b; day++) {
        int from = max(a, day * 1440), to = min(b, (day + 1) * 1440);
        int hours = (to - from) / 60 + 1;
        if ((to - from) % 60 == 0 && day == a / 1440) hours--;
        fee += min(20, 2 * hours);
    }
    cout << fee << endl;
}
