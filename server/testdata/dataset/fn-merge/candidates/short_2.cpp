class Solution {
public:
    vector<vector<int>> merge(vector<vector<int>>& a) {
        vector<vector<int>> r;
        for (auto v : a) {
            vector<vector<int>> keep;
            for (auto& w : r) {
                if (w[1] < v[0] || v[1] < w[0]) keep.push_back(w);
                else v = {min(v[0], w[0]), max(v[1], w[1])};
            }
            keep.push_back(v);
            r = keep;
        }
        sort(r.begin(), r.end());
        return r;
    }
};
