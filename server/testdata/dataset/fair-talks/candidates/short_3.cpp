#include <bits/stdc++.h>
using namespace std;
int main(){ int n; cin>>n; vector<array<int,2>> a(n); for(auto&[e,s]:a)cin>>s>>e; sort(a.begin(),a.end()); int c=0,l=-1; for(auto[e,s]:a) if(s>l) l=e,c++; cout<<c<<endl; }
