#include <fstream>
#include <iostream>
#include <string>
#include <vector>

// checker INPUT OUTPUT ANSWER: status 0 if the output is an order of the kind that is asked for
int main(int, char** argv) {
    std::ifstream input(argv[1]), output(argv[2]), answer(argv[3]);
    std::string expected, word;
    answer >> expected;
    int n, m;
    input >> n >> m;
    if (expected == "impossible") return output >> word && word == expected && !(output >> word) ? 0 : 1;
    std::vector<int> at(n + 1, -1);
    for (int i = 0; i < n; i++) {
        int x;
        if (!(output >> x) || x < 1 || x > n || at[x] >= 0) return 1;
        at[x] = i;
    }
    if (output >> word) return 1;
    for (int i = 0; i < m; i++) {
        int a, b;
        input >> a >> b;
        if (at[a] > at[b]) return 1;
    }
    return 0;
}
