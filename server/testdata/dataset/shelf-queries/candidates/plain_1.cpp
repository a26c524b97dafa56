#include <iostream>
#include <vector>

class Fenwick {
public:
    explicit Fenwick(int n) : tree(n + 1, 0) {}
    void add(int i, long long x) {
        for (; i < (int)tree.size(); i += i & -i) tree[i] += x;
    }
    long long prefix(int i) const {
        long long s = 0;
        for (; i > 0; i -= i & -i) s += tree[i];
        return s;
    }
private:
    std::vector<long long> tree;
};

int main() {
    int n, q;
    std::cin >> n >> q;
    Fenwick books(n);
    for (int i = 0; i < q; ++i) {
        int kind, a, b;
        std::cin >> kind >> a >> b;
        if (kind == 1) books.add(a, b);
        else std::cout << books.prefix(b) - books.prefix(a - 1) << '\n';
    }
}
