class Solution {
public:
    int count_positive(vector<int>& values) {
        int count = 0;
        for (int v : values) {
            int rest = abs(v), sum = 0;
            while (rest >= 10) {
                sum += rest % 10;
                rest /= 10;
            }
            sum += v < 0 ? -rest : rest;
            if (sum > 0) count++;
        }
        return count;
    }
};
