#include <cstdio>

struct Order {
    int total;
    int items;

    bool refused() const { return total <= 24 || items <= 2; }
};

int main() {
    Order order;
    if (std::scanf("%d %d", &order.total, &order.items) != 2) return 1;
    std::puts(order.refused() ? "No" : "Yes");
    return 0;
}
