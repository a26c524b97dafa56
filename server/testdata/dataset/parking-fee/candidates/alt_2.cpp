#include <cstdio>
#include <map>
int main() {
  int a, b;
  scanf("%d %d", &a, &b);
  std::map<int, int> hours;
  for (int t = a; t < b; t += 60) hours[t / 1440]++;
  int fee = 0;
  for (auto& d : hours) fee += d.second > 10 ? 20 : d.second * 2;
  printf("%d\n", fee);
}
