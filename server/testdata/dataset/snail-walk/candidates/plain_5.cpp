#include <iostream>
#include <vector>
using namespace std;
int main() {
    int h, w;
    cin >> h >> w;
    vector<int> a(h * w);
    for (auto& x : a) cin >> x;
    vector<bool> seen(h * w, false);
    int i = 0, j = 0, d = 0;
    int di[] = {0, 1, 0, -1}, dj[] = {1, 0, -1, 0};
    for (int step = 0; step < h * w; step++) {
        cout << a[(i * h + j) % (h * w)] << " ";
        seen[(i * h + j) % (h * w)] = true;
        int ni = i + di[d], nj = j + dj[d];
        if (ni < 0 || nj < 0 || ni >= h || nj >= h || seen[(ni * h + nj) % (h * w)]) {
            d = (d + 1) % 4;
            ni = i + di[d];
            nj = j + dj[d];
            if (ni < 0 || nj < 0 || ni >= h || nj >= h) break;
        }
        i = ni;
        j = nj;
    }
    cout << endl;
}
