#include <iostream>
#include <numeric>
using namespace std;
int main() {
    long long a, b, l, r;
    cin >> a >> b >> l >> r;
    long long m = lcm(a, b);
    long long upper = r / a + r / b - r / m;
    long long lower = (l - 1) / a + (l - 1) / b - (l - 1) / m;
    cout << upper - lower << endl;
}
