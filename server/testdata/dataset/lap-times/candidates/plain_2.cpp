#include <iostream>
#include <string>
using namespace std;
int main() {
    int n;
    cin >> n;
    long long total = 0;
    while (n--) {
        string lap;
        cin >> lap;
        size_t p = lap.find(':');
        total += stoi(lap.substr(0, p)) * 60 + stoi(lap.substr(p + 1));
    }
    cout << total / 3600 << ":" << total % 3600 / 60 << ":" << total % 60 << endl;
}
