#include <iostream>
using namespace std;

int main() {
    int n;
    cin >> n;
    int r = n % 5;
    if (r >= 5 / 2)
        cout << n - r + 5 << endl;
    else
        cout << n - r << endl;
}
