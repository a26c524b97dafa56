#include <iostream>
#include <string>
using namespace std;

int main() {
    string s;
    cin >> s;
    int num = stoi(s.substr(3, 3), nullptr, 0);
    if (num > 0 && num < 350 && num != 316) {
        cout << "Yes" << endl;
    } else {
        cout << "No" << endl;
    }
    return 0;
}
