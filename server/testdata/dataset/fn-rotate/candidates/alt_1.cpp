class Solution {
public:
    vector<int> rotate(vector<int>& values, int k) {
        int n = values.size();
        k %= n;
        if (k < 0) k += n;
        reverse(values.begin(), values.end());
        reverse(values.begin(), values.begin() + k);
        reverse(values.begin() + k, values.end());
        return values;
    }
};
