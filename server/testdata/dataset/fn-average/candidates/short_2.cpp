class Solution {
public:
    int average(vector<int>& v) { return lround(accumulate(v.begin(), v.end(), 0.0) / v.size()); }
};
