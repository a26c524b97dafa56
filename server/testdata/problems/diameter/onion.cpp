#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

// Takes leaves off one by one. height[v] is the longest arm already removed below v.
int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<vector<int>> to(n + 1);
    vector<int> deg(n + 1), height(n + 1);
    for (int i = 0; i + 1 < n; i++) {
        int a, b;
        if (scanf("%d %d", &a, &b) != 2) return 1;
        to[a].push_back(b), to[b].push_back(a);
        deg[a]++, deg[b]++;
    }
    vector<int> bare;
    for (int v = 1; v <= n; v++)
        if (deg[v] == 1) bare.push_back(v);
    int diameter = 0;
    for (size_t i = 0; i < bare.size(); i++) {
        int v = bare[i];
        deg[v] = 0;
        for (int w : to[v]) {
            if (deg[w] == 0) continue;
            diameter = max(diameter, height[w] + height[v] + 1);
            height[w] = max(height[w], height[v] + 1);
            if (--deg[w] == 1) bare.push_back(w);
        }
    }
    printf("%d\n", diameter);
}
