#include <iostream>
#include <vector>
using namespace std;
int main() {
    int n;
    long long m;
    cin >> n >> m;
    vector<long long> a(n);
    for (auto& x : a) cin >> x;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            if ((a[i] + a[j]) % m == 0) {
                cout << i << " " << j << endl;
                return 0;
            }
    cout << -1 << " " << -1 << endl;
}
