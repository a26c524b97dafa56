#include <iostream>
using namespace std;

int main() {
    int n;
    cin >> n;
    int nimSum = 0;
    for (int i = 0; i < n; i++) {
        int a;
        cin >> a;
        nimSum ^= a;
    }
    cout << (nimSum != 0 ? "first" : "second") << endl;
    return 0;
}
