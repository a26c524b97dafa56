#include <bits/stdc++.h>
using namespace std;
int main(){ int n; cin>>n; vector<pair<int,int>> a(n); for(auto&p:a)cin>>p.first>>p.second; sort(a.begin(),a.end()); int c=0,e=0; for(auto&p:a) if(p.first>=e) c++,e=p.second; cout<<max(c,1); }
