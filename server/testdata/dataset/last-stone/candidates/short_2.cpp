#include <bits/stdc++.h>
using namespace std;
int main(){ int n,x=0,a; cin>>n; while(n--){cin>>a;x^=a;} puts(x?"second":"first"); }
