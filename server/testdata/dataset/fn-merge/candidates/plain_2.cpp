class Solution {
public:
    vector<vector<int>> merge(vector<vector<int>>& intervals) {
        sort(intervals.begin(), intervals.end());
        vector<vector<int>> result;
        for (auto& cur : intervals) {
            if (!result.empty() && cur[0] <= result.back()[1])
                result.back()[1] = max(result.back()[1], cur[1]);
            else
                result.push_back(cur);
        }
        return result;
    }
};
