#include <iostream>
#include <string>
#include <cstdio>
using namespace std;
int main() {
    int n, total = 0;
    cin >> n;
    string lap;
    while (cin >> lap) {
        size_t c = lap.find(':');
        string minutes = lap.substr(0, c), seconds = lap.substr(c + 1, 2);
        int tens = seconds.at(0) - '0', ones = seconds.at(1) - '0';
        total += stoi(minutes) * 60 + tens * 10 + ones;
    }
    printf("%d:%02d:%02d\n", total / 3600, total / 60 % 60, total % 60);
}
