class Solution {
public:
    int second(vector<int>& values) {
        set<int> distinct(values.begin(), values.end());
        if (distinct.size() == 1) return *distinct.begin();
        return *next(distinct.rbegin());
    }
};
