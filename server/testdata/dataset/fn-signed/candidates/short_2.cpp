class Solution {
public:
    int count_positive(vector<int>& a) { return count_if(a.begin(), a.end(), [](int v) { return v > 0; }); }
};
