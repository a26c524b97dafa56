#include <iostream>
#include <string>
#include <algorithm>
int main() {
  std::string s;
  std::cin >> s;
  int n = s.size(), count = 0;
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      bool same = true;
      for (int a = i, b = j; a < b; a++, b--)
        if (s[a] != s[b]) { same = false; break; }
      if (same) count++;
    }
  std::cout << count << std::endl;
}
