class Solution {
public:
    int second(vector<int>& values) {
        long long a = LLONG_MIN, b = LLONG_MIN;
        for (int v : values) {
            if (v > a) { b = a; a = v; }
            else if (v < a && v > b) b = v;
        }
        return b == LLONG_MIN ? a : b;
    }
};
