#include <cstdio>
int main() {
  long long c, k, free_seats = 0, buses = 0;
  scanf("%lld %lld", &c, &k);
  while (c--) {
    long long p;
    scanf("%lld", &p);
    p++;
    long long take = p < free_seats ? p : free_seats;
    p -= take; free_seats -= take;
    long long more = p / k + (p % k ? 1 : 0);
    buses += more;
    free_seats += more * k - p;
  }
  printf("%lld\n", buses);
}
