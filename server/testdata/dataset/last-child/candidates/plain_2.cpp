#include <iostream>
#include <vector>
using namespace std;

int main() {
    long long n, k;
    cin >> n >> k;
    vector<int> children;
    for (int i = 1; i <= n; i++) children.push_back(i);
    long long index = 0;
    while (children.size() > 1) {
        index = (index + k) % children.size();
        children.erase(children.begin() + index);
    }
    cout << children[0] << endl;
}
