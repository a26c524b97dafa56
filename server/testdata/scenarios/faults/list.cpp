#include <iostream>

struct Node {
    int value;
    Node *next;
};

int main() {
    Node *head = nullptr;
    int x;
    while (std::cin >> x && x != 0) head = new Node{x, head};
    std::cout << head->value + head->next->value << '\n';
}
