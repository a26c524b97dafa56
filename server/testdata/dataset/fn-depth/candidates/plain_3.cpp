class Solution {
public:
    int depth(string text) {
        int round = 0, square = 0, best = 0;
        for (char c : text) {
            if (c == '(') round++;
            if (c == ')') round--;
            if (c == '[') square++;
            if (c == ']') square--;
            if (round < 0 || square < 0) return -1;
            best = max(best, round + square);
        }
        if (round != 0 || square != 0) return -1;
        return best;
    }
};
