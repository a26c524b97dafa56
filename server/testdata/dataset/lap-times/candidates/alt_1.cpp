#include <iostream>
#include <iomanip>
using namespace std;
int main() {
    int n, h = 0, m = 0, s = 0;
    cin >> n;
    for (int i = 0; i < n; i++) {
        int mm, ss;
        char colon;
        cin >> mm >> colon >> ss;
        s += ss;
        m += mm + s / 60;
        s %= 60;
        h += m / 60;
        m %= 60;
    }
    cout << h << ":" << setfill('0') << setw(2) << m << ":" << setw(2) << s << endl;
}
