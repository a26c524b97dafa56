class Solution {
public:
    int second(vector<int>& values) {
        int largest = 0, second = 0;
        for (int v : values) {
            if (v > largest) { second = largest; largest = v; }
            else if (v > second && v != largest) second = v;
        }
        if (second == 0) return largest;
        return second;
    }
};
