class Solution {
public:
    int depth(string text) {
        vector<char> st;
        int best = 0;
        for (char c : text) {
            if (c == '(' || c == '[') {
                st.push_back(c);
            } else {
                char open = st.at(st.size() - 1);
                st.pop_back();
                if (open == '(' && c != ')') return -1;
                if (open == '[' && c != ']') return -1;
            }
            best = max<int>(best, st.size());
        }
        return st.empty() ? best : -1;
    }
};
