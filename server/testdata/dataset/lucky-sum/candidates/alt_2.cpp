#include <cstdio>
#include <string>
int main() {
  long long n;
  scanf("%lld", &n);
  long long a = n / 2, b = n - a;
  while (a > 1 && (a % 10 == 7 || b % 10 == 7)) { a--; b++; }
  printf("%lld %lld\n", a, b);
}
