#include <iostream>
#include <vector>
using namespace std;
int main() {
    int n, m;
    cin >> n >> m;
    int position = 0, zeros = 0;
    for (int i = 0; i < n; i++) {
        int d;
        cin >> d;
        position += d;
        int mark = ((position % m) + m) % m;
        if (mark == 0) zeros++;
    }
    cout << ((position % m) + m) % m << " " << zeros << endl;
}
