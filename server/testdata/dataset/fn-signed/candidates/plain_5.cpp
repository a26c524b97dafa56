class Solution {
public:
    int count_positive(vector<int>& values) {
        int c = 0;
        for (int v : values) {
            int total = 0;
            while (abs(v) >= 10) {
                total += v % 10;
                v /= 10;
            }
            total += v;
            if (total > 0 || (v < 0 && -total > 9)) c++;
        }
        return c;
    }
};
