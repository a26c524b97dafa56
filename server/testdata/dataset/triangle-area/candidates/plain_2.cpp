#include <iostream>
#include <cmath>
#include <iomanip>
using namespace std;
double dist(double x1, double y1, double x2, double y2) {
    return sqrt((x1 - x2) * (x1 - x2) + (y1 - y2) * (y1 - y2));
}
int main() {
    double x1, y1, x2, y2, x3, y3;
    cin >> x1 >> y1 >> x2 >> y2 >> x3 >> y3;
    double a = dist(x1, y1, x2, y2), b = dist(x2, y2, x3, y3), c = dist(x3, y3, x1, y1);
    double s = (a + b + c) / 2;
    double t = s * (s - a) * (s - b) * (s - c);
    if (t < 0) t = 0;
    cout << fixed << setprecision(9) << sqrt(t) << endl;
}
