#include <cstdio>
#include <vector>
#include <utility>
int main() {
  int t;
  for (scanf("%d", &t); t > 0; t--) {
    int n;
    scanf("%d", &n);
    std::vector<int> a(n);
    for (int& x : a) scanf("%d", &x);
    // every value to its own place
    for (int i = 0; i < n; i++)
      while (a[i] < n && a[a[i]] != a[i]) std::swap(a[i], a[a[i]]);
    int m = 0;
    while (m < n && a[m] == m) m++;
    printf("%d\n", m);
  }
}
