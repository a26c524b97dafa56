class Solution {
public:
    int depth(string text) {
        vector<char> st;
        int best = 0;
        for (char c : text) {
            if (c == '(' || c == '[') st.push_back(c);
            else {
                if (st.empty()) return -1;
                char want = c == ')' ? '(' : '[';
                if (st.back() != want) return -1;
                st.pop_back();
            }
            best = max(best, (int)st.size());
        }
        return best;
    }
};
