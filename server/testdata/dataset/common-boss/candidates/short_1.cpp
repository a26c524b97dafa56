#include <bits/stdc++.h>
using namespace std;
int p[305];
int main(){
  int n,q,u,v; cin>>n>>q; for(int i=2;i<=n;i++)cin>>p[i];
  while(q--){cin>>u>>v; while(u!=v){ if(u>v)u=p[u]; else v=p[v]; } cout<<u<<"\n";}
}
