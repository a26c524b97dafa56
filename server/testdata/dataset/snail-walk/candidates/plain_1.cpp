#include <iostream>
#include <vector>
using namespace std;

int main() {
    int h, w;
    cin >> h >> w;
    vector<vector<int>> a(h, vector<int>(w));
    for (auto& row : a)
        for (int& x : row) cin >> x;
    int top = 0, bottom = h - 1, left = 0, right = w - 1;
    while (top <= bottom && left <= right) {
        for (int j = left; j <= right; j++) cout << a[top][j] << ' ';
        top++;
        for (int i = top; i <= bottom; i++) cout << a[i][right] << ' ';
        right--;
        if (top <= bottom) {
            for (int j = right; j >= left; j--) cout << a[bottom][j] << ' ';
            bottom--;
        }
        if (left <= right) {
            for (int i = bottom; i >= top; i--) cout << a[i][left] << ' ';
            left++;
        }
    }
    cout << endl;
}
