class Solution {
public:
    int depth(string text) {
        stack<char> st;
        int best = 0;
        for (char c : text) {
            if (c == '(' || c == '[') {
                st.push(c);
                best = max(best, (int)st.size());
                continue;
            }
            if (st.empty()) return -1;
            char open = st.top();
            st.pop();
            if ((c == ')' && open != '(') || (c == ']' && open != '[')) return -1;
        }
        return st.empty() ? best : -1;
    }
};
