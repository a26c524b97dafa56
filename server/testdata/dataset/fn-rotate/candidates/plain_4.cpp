class Solution {
public:
    vector<int> rotate(vector<int>& values, int k) {
        int n = values.size();
        k = abs(k) % n;
        vector<int> result;
        for (int i = n - k; i < n; i++) result.push_back(values[i]);
        for (int i = 0; i < n - k; i++) result.push_back(values[i]);
        return result;
    }
};
