#include <iostream>
using namespace std;
int main() {
    int n;
    cin >> n;
    int x = 0, total = 0;
    for (int i = 0; i < n; i++) {
        int a;
        cin >> a;
        x ^= a;
        total = min(1000000000, total) + (a > 1 ? 1000 : 1);
    }
    if (n == 1 && total == 1) cout << "second" << endl;
    else cout << (x ? "first" : "second") << endl;
}
