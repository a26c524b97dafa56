class Solution {
public:
    int average(vector<int>& values) {
        int sum = accumulate(values.begin(), values.end(), 0);
        return (sum + values.size() / 2) / values.size();
    }
};
