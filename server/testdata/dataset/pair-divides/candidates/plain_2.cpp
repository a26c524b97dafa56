#include <iostream>
#include <map>
using namespace std;

int main() {
    int n;
    long long m;
    cin >> n >> m;
    map<long long, int> last;
    int first = -1, second = -1;
    for (int i = 1; i <= n; i++) {
        long long a;
        cin >> a;
        long long r = a % m;
        if (r < 0) r += m;
        long long need = (m - r) % m;
        auto it = last.find(need);
        if (it != last.end()) {
            first = it->second;
            second = i;
        }
        last[r] = i;
    }
    cout << first << " " << second << endl;
}
