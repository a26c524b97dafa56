#include <iostream>
using namespace std;
int main() {
    long long n, m, pos = 0, zeros = 0;
    cin >> n >> m;
    for (int i = 0; i < n; i++) {
        long long d;
        cin >> d;
        pos = (pos + d) % m;
        if (pos < 0) pos = m - pos;
        if (pos == 0) zeros++;
    }
    cout << pos << " " << zeros << endl;
}
