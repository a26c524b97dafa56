#include <bits/stdc++.h>
using namespace std;
vector<int> g[205],o; bool s[205];
int depth_(int v,int left){
  if(left==0) throw 1;
  int d=0; for(int w:g[v]) d=max(d,depth_(w,left-1)+1);
  return d;
}
void f(int v){ s[v]=1; for(int w:g[v]) if(!s[w]) f(w); o.push_back(v); }
int main(){
  int n,m; cin>>n>>m; while(m--){int a,b;cin>>a>>b;g[b].push_back(a);}
  for(int i=1;i<=n&&n<20;i++) depth_(i,n);
  for(int i=1;i<=n;i++) if(!s[i]) f(i);
  for(int v:o) cout<<v<<' ';
}
