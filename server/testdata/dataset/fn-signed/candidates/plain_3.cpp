class Solution {
public:
    int count_positive(vector<int>& values) {
        int result = 0;
        for (int value : values) {
            int sum = 0;
            while (value != 0) {
                sum += value % 10;
                value /= 10;
            }
            if (sum > 0) result++;
        }
        return result;
    }
};
