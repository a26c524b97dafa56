#include <bits/stdc++.h>
using namespace std;
int n,m,c[205]; vector<int> g[205],o; bool bad;
void f(int v){ c[v]=1; for(int w:g[v]){ if(c[w]==1)bad=1; if(!c[w])f(w);} c[v]=2; o.push_back(v); }
int main(){
  cin>>n>>m; while(m--){int a,b;cin>>a>>b;g[a].push_back(b);}
  for(int i=1;i<=n;i++)if(!c[i])f(i);
  if(bad){cout<<"impossible";return 0;}
  reverse(o.begin(),o.end()); for(int v:o)cout<<v<<" ";
}
