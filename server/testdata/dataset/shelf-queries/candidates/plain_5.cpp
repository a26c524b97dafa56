#include <iostream>
#include <map>
using namespace std;
int main() {
    int n, q;
    cin >> n >> q;
    map<int, long long> shelf;
    for (int i = 0; i < q; i++) {
        int kind, a, b;
        cin >> kind >> a >> b;
        if (kind == 1) shelf[a] = b;
        else {
            long long sum = 0;
            for (auto [place, count] : shelf)
                if (place >= a && place <= b) sum += count;
            cout << sum << endl;
        }
    }
}
