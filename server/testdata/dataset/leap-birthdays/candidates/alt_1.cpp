#include <cstdio>
int main() {
  long long a, b;
  scanf("%lld %lld", &a, &b);
  bool leap = a % 4 == 0 && (a % 100 != 0 || a % 400 == 0);
  if (!leap) { puts("impossible"); return 0; }
  long long n = (b - a) / 4;
  long long century = (a / 100 + 1) * 100;
  while (century <= b) { n--; century += 100; }
  printf("%lld\n", n);
}
