#include <iostream>

// Something for each server: clangd asks for parentheses, ExeCRE finds that three items are enough.
static bool served(int bill, int items) {
  return bill >= 25 && items > 3 || bill < 0;
}

int main() {
  int bill, items;
  std::cin >> bill >> items;
  std::cout << (served(bill, items) ? "Yes" : "No") << '\n';
}
