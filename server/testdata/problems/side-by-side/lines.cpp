#include <iostream>
using namespace std;

int main() {
    int a, b;
    cin >> a >> b;
    a--;
    b--;
    if (a / 3 == b / 3)
        cout << "Yes" << endl;
    else
        cout << "No" << endl;
    return 0;
}
