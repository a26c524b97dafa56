#include <iostream>
#include <vector>
#include <set>
using namespace std;
int main() {
    int n;
    cin >> n;
    vector<int> p(n + 1);
    for (int i = 1; i <= n; i++) cin >> p[i];
    vector<bool> visited(n + 1, false);
    set<long long> lengths;
    for (int i = 1; i <= n; i++) {
        long long length = 0;
        int j = i;
        while (!visited[j]) {
            visited[j] = true;
            j = p[j];
            length++;
        }
        if (length > 0) lengths.insert(length);
    }
    long long answer = 1;
    for (long long length : lengths) answer *= length;
    cout << answer << endl;
}
