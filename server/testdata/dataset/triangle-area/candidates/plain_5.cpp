#include <iostream>
#include <cstdlib>
using namespace std;
int main() {
    long long x[3], y[3];
    for (int i = 0; i < 3; i++) cin >> x[i] >> y[i];
    long long cross = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    cout << llabs(cross) / 2 << endl;
    return 0;
}
