#include <iostream>
#include <cstdlib>
#include <algorithm>
using namespace std;
int main() {
    long long x, y;
    cin >> x >> y;
    x = llabs(x); y = llabs(y);
    if (x == 1 && y == 1) { cout << 1 << endl; return 0; }
    long long k = max(x, y);
    while (k + min(min(x, y), k / 2) < x + y) k++;
    cout << k << endl;
}
