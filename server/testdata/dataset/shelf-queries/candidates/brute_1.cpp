#include <iostream>
#include <vector>
using namespace std;
int main() {
    int n, q;
    cin >> n >> q;
    vector<long long> shelf(n + 1, 0);
    while (q--) {
        int kind, a, b;
        cin >> kind >> a >> b;
        if (kind == 1) {
            shelf[a] += b;
        } else {
            long long sum = 0;
            for (int i = a; i <= b; i++) sum += shelf[i];
            cout << sum << "\n";
        }
    }
}
