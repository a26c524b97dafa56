class Solution {
public:
    int depth(string t) {
        string s; size_t b = 0;
        for (char c : t) {
            if (c == '(') s += ')';
            else if (c == '[') s += ']';
            else if (s.empty() || s.back() != c) return -1;
            else s.pop_back();
            b = max(b, s.size());
        }
        return s.empty() ? (int)b : -1;
    }
};
