#include <iostream>
#include <numeric>
#include <vector>
using namespace std;

const int M = 200005;
vector<int> nxt(M);

// First unit cell at x or to the right of it that is not painted yet.
int find_free(int x) {
    while (nxt[x] != x) {
        nxt[x] = nxt[nxt[x]];
        x = nxt[x];
    }
    return x;
}

int main() {
    cin.tie(0)->sync_with_stdio(0);
    iota(nxt.begin(), nxt.end(), 0);
    int n;
    cin >> n;
    for (int i = 0, l, r; i < n; i++) {
        cin >> l >> r;
        for (int c = find_free(l); c < r; c = find_free(c)) nxt[c] = c + 1;
    }
    for (int x = 1; x < M - 1; x++) {
        int end = find_free(x);
        if (end > x) {
            cout << x << " " << end << "\n";
            x = end;
        }
    }
}
