#include <iostream>
using namespace std;
int main() {
    int n, previous = 0, run = 0, best = 0;
    cin >> n;
    for (int i = 0; i < n; i++) {
        int h;
        cin >> h;
        if (h > previous) run++;
        else run = 1;
        best = max(best, run);
        previous = h;
    }
    cout << best << endl;
}
