#include <iostream>
#include <vector>
using namespace std;
int main() {
    int n, k;
    cin >> n >> k;
    vector<long long> a(n);
    for (auto& x : a) cin >> x;
    long long best = a[0], sum = 0;
    int length = 0;
    for (int i = 0; i < n; i++) {
        if (sum < 0) {
            sum = 0;
            length = 0;
        }
        sum += a[i];
        length++;
        if (length > k) {
            sum -= a[i - k];
            length--;
        }
        best = max(best, sum);
    }
    cout << best << endl;
}
