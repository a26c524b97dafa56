#include <iostream>
#include <cstdlib>
#include <algorithm>
using namespace std;

int main() {
    long long x, y;
    cin >> x >> y;
    cout << max(llabs(x), llabs(y)) << endl;
    return 0;
}
