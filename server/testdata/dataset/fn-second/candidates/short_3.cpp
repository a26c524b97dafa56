class Solution {
public:
    int second(vector<int>& v) {
        sort(v.begin(), v.end());
        if (v.size() == 1) return v[0];
        v.erase(unique(v.begin(), v.end()), v.end());
        return v.at(v.size() - 2);
    }
};
