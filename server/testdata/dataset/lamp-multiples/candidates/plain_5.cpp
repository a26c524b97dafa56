#include <iostream>
#include <numeric>
using namespace std;
int main() {
    long long a, b, l, r;
    cin >> a >> b >> l >> r;
    long long m = a / gcd(a, b) * b;
    auto f = [&](long long x) { return x / a + x / b - 2 * (x / m); };
    cout << f(r) - f(l) << endl;
}
