class Solution {
public:
    int count_positive(vector<int>& values) {
        int c = 0;
        for (int v : values) {
            string s = to_string(v);
            int total = 0;
            for (size_t i = 0; i < s.size(); i++) {
                if (s[i] == '-') continue;
                int d = s[i] - '0';
                if (i > 0 && s[i - 1] == '-') d = -d;
                total += d;
            }
            if (total >= 0) c++;
        }
        return c;
    }
};
