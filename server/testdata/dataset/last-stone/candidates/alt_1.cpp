#include <cstdio>
int main() {
  int n, bits[32] = {0}, x;
  scanf("%d", &n);
  while (n--) {
    scanf("%d", &x);
    for (int b = 0; b < 31; b++) bits[b] += x >> b & 1;
  }
  for (int b = 0; b < 31; b++)
    if (bits[b] % 2) { puts("first"); return 0; }
  puts("second");
}
