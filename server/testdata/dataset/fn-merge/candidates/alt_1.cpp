class Solution {
public:
  vector<vector<int>> merge(vector<vector<int>>& intervals) {
    map<int,int> open, close;
    set<int> at;
    for (auto& v : intervals) { open[v[0]]++; close[v[1]]++; at.insert(v[0]); at.insert(v[1]); }
    vector<vector<int>> r;
    int depth = 0, start = 0;
    for (int x : at) {
      if (depth == 0 && open[x]) start = x;
      depth += open[x];
      depth -= close[x];
      if (depth == 0) r.push_back({start, x});
    }
    return r;
  }
};
