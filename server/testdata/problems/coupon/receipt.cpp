#include <iostream>
#include <string>
using namespace std;

int main() {
    int sum, things;
    cin >> sum >> things;
    string result = "No";
    if (sum >= 25) {
        if (things > 3) result = "Yes";
    }
    cout << result << endl;
    return 0;
}
