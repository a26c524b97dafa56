#include <iostream>
#include <vector>
#include <algorithm>
using namespace std;
int main() {
    int n;
    cin >> n;
    vector<int> h(n), best(n, 1);
    for (int& x : h) cin >> x;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (h[j] < h[i]) best[i] = max(best[i], best[j] + 1);
    cout << *max_element(best.begin(), best.end()) << endl;
}
