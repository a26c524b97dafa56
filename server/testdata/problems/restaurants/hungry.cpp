#include <iostream>
#include <string>
using namespace std;

int main() {
    int n, k;
    bool a = false, b = false;
    string name, dish;
    cin >> n;
    while (n--) {
        cin >> k;
        cin.ignore();
        getline(cin, name);
        for (int i = 0; i < k; i++) {
            getline(cin, dish);
            if (dish == "pea soup")
                a = true;
            else if (dish == "pancakes")
                b = true;
        }
        if (a && b) {
            cout << name << endl;
            return 0;
        }
    }
    cout << "Anywhere is fine I guess" << endl;
    return 0;
}
