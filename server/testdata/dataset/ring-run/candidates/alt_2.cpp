#include <cstdio>
#include <cstring>
int main() {
  char s[600];
  scanf("%s", s);
  int n = strlen(s), best = 1, run = 1;
  for (int i = 1; i <= n; i++) {
    if (s[i % n] == s[i - 1]) run++;
    else run = 1;
    if (run > best) best = run;
  }
  printf("%d\n", best > n ? n : best);
}
