#include <bits/stdc++.h>
using namespace std;
int main(){ int n; cin>>n; map<string,int> m; string s,w; while(cin>>s)m[s]++; int b=0; for(auto&p:m)if(p.second>b)b=p.second,w=p.first; cout<<w; }
