#include <bits/stdc++.h>
using namespace std;
int main(){ int h,m; char c; cin>>h>>c>>m; int d=abs(h%12*60-m*12); cout<<min(d,720-d); }
