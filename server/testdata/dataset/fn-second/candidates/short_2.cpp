class Solution {
public:
    int second(vector<int>& v) {
        sort(v.rbegin(), v.rend());
        return v.size() == 1 ? v[0] : v[1];
    }
};
