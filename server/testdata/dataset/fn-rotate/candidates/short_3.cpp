class Solution {
public:
    vector<int> rotate(vector<int>& values, int k) {
        vector<int> r(values.size());
        for (int i = 0; i < (int)values.size(); i++) r.at((i + (long long)k) % (int)values.size()) = values[i];
        return r;
    }
};
