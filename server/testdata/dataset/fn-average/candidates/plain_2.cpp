class Solution {
public:
    int average(vector<int>& values) {
        double sum = 0;
        for (int v : values) sum += v;
        return (int)round(sum / values.size());
    }
};
