#include <iostream>
using namespace std;

bool isLeap(long long y) {
    return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
}

long long count(long long y) {
    return y / 4 - y / 100 + y / 400;
}

int main() {
    long long a, b;
    cin >> a >> b;
    if (!isLeap(a)) {
        cout << "impossible" << endl;
        return 0;
    }
    cout << count(b) - count(a - 1) << endl;
}
