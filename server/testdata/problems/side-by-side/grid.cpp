#include <iostream>

int main() {
    const int grid[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    int a, b;
    std::cin >> a >> b;
    bool found = false;
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c + 1 < 3; ++c)
            if (grid[r][c] == a && grid[r][c + 1] == b) found = true;
    std::cout << (found ? "Yes" : "No") << '\n';
}
