#include <iostream>
#include <map>
#include <string>
using namespace std;
int main() {
    int n;
    cin >> n;
    map<string, string> votes;
    string winner, best = "";
    for (int i = 0; i < n; i++) {
        string s;
        cin >> s;
        int v = votes.count(s) ? stoi(votes[s]) + 1 : 1;
        votes[s] = to_string(v);
        if (votes[s] > best) {
            best = votes[s];
            winner = s;
        }
    }
    cout << winner << endl;
}
