#include <iostream>
#include <string>
using namespace std;
int main() {
    long long a, b;
    cin >> a >> b;
    bool leap = a % 400 == 0 || (a % 4 == 0 && a % 100 != 0);
    string out;
    if (leap) {
        auto until = [](long long y) { return y / 4 - y / 100 + y / 400; };
        out = to_string(until(b) - until(a));
    } else {
        out = "Impossible";
    }
    cout << out << endl;
}
