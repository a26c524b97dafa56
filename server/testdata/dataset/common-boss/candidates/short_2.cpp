#include <bits/stdc++.h>
using namespace std;
int main(){
  int n,q; cin>>n>>q; vector<set<int>> s(n+1); s[1]={};
  vector<int> p(n+1);
  for(int i=2;i<=n;i++){cin>>p[i]; s[i]=s[p[i]]; s[i].insert(p[i]);}
  while(q--){int u,v;cin>>u>>v; int r=1; for(int x:s[u]) if(s[v].count(x)) r=max(r,x); cout<<r<<"\n";}
}
