#include <fstream>
#include <string>
#include <vector>

// checker INPUT OUTPUT ANSWER: status 0 if the output is a pair that fits, or says rightly that there is none
int main(int, char** argv) {
    std::ifstream input(argv[1]), output(argv[2]), answer(argv[3]);
    long long n, m, i, j, expected;
    std::string more;
    if (!(output >> i >> j) || output >> more) return 1;
    answer >> expected;
    if (i == -1 && j == -1) return expected == -1 ? 0 : 1;
    input >> n >> m;
    std::vector<long long> a(n);
    for (auto& x : a) input >> x;
    return 1 <= i && i < j && j <= n && (a[i - 1] + a[j - 1]) % m == 0 ? 0 : 1;
}
