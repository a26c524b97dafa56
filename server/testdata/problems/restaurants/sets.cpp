#include <iostream>
#include <set>
#include <string>
#include <vector>
using namespace std;

struct Restaurant {
    string name;
    set<string> menu;
};

int main() {
    int n;
    cin >> n;
    vector<Restaurant> all(n);
    for (auto &place : all) {
        int k;
        cin >> k >> ws;
        getline(cin, place.name);
        for (int i = 0; i < k; i++) {
            string dish;
            getline(cin, dish);
            place.menu.insert(dish);
        }
    }
    for (auto &place : all) {
        if (place.menu.count("pea soup") && place.menu.count("pancakes")) {
            cout << place.name << endl;
            return 0;
        }
    }
    cout << "Anywhere is fine I guess" << endl;
}
