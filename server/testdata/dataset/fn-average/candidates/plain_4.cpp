class Solution {
public:
    int average(vector<int>& values) {
        long long sum = 0;
        for (int v : values) sum += v;
        return sum / (long long)values.size();
    }
};
