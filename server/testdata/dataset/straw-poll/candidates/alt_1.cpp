#include <iostream>
#include <map>
#include <string>
using namespace std;
int main() {
    int n;
    cin >> n;
    map<string, int> votes;
    string leader;
    int best = 0;
    for (int i = 0; i < n; i++) {
        string s;
        cin >> s;
        votes[s]++;
        if (votes[s] >= best) {
            best = votes[s];
            leader = s;
        }
    }
    cout << leader << endl;
}
