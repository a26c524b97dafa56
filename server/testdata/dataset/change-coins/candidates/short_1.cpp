#include <bits/stdc++.h>
using namespace std;
int main(){
  int n,x; cin>>n>>x; vector<int> a(n),d(x+1,1e9); for(int&v:a)cin>>v; d[0]=0;
  for(int i=1;i<=x;i++)for(int v:a)if(v<=i)d[i]=min(d[i],d[i-v]+1);
  cout<<(d[x]>=1e9?-1:d[x]);
}
