#include <iostream>
#include <vector>
#include <algorithm>
#include <functional>
using namespace std;

int main() {
    int n, amount;
    cin >> n >> amount;
    vector<int> coins(n);
    for (int i = 0; i < n; i++) cin >> coins[i];
    sort(coins.begin(), coins.end(), greater<int>());
    int used = 0;
    for (int coin : coins) {
        while (amount >= coin) {
            amount -= coin;
            used++;
        }
    }
    if (amount > 0) cout << -1 << endl;
    else cout << used << endl;
    return 0;
}
