class Solution {
public:
    vector<int> rotate(vector<int>& v, int k) {
        int n = v.size();
        k = (k % n + n) % n;
        std::rotate(v.begin(), v.end() - k, v.end());
        return v;
    }
};
