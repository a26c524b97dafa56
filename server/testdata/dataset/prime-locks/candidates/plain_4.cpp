#include <iostream>
using namespace std;
int main() {
    long long n;
    cin >> n;
    long long largest = 1;
    int count = 0;
    for (long long p = 2; p * p <= n; p++) {
        while (n % p == 0) {
            n /= p;
            largest = p;
            count++;
        }
    }
    if (n > 1) {
        if (n != largest) count = 0;
        largest = n;
        count++;
    }
    cout << largest << " " << count << endl;
}
