// box around the triangle by trapezoids, in long long
#include <cstdio>
#include <cstdlib>
int main() {
  long long x[4], y[4], s = 0;
  for (int i = 0; i < 3; i++) scanf("%lld %lld", &x[i], &y[i]);
  x[3] = x[0]; y[3] = y[0];
  for (int i = 0; i < 3; i++) s += (x[i + 1] - x[i]) * (y[i + 1] + y[i]);
  s = llabs(s);
  printf("%lld.%s\n", s / 2, s % 2 ? "5" : "0");
}
