#include <iostream>
using namespace std;
int main() {
    long long c, k, buses = 0;
    cin >> c >> k;
    for (long long i = 0; i < c; ++i) {
        long long p;
        cin >> p;
        long long group = p + 1;
        buses += (group + k - 1) / k;
    }
    cout << buses << endl;
    return 0;
}
