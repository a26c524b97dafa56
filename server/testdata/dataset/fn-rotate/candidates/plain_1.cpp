class Solution {
public:
    vector<int> rotate(vector<int>& values, int k) {
        int n = values.size();
        vector<int> result(n);
        for (int i = 0; i < n; i++) {
            long long to = ((long long)i + k) % n;
            if (to < 0) to += n;
            result[to] = values[i];
        }
        return result;
    }
};
