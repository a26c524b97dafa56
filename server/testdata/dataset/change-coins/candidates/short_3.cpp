#include <bits/stdc++.h>
using namespace std;
int main(){
  int n,x; cin>>n>>x; vector<int> d(x+1,1e9); d[0]=0;
  while(n--){int v;cin>>v;for(int i=x;i>=v;i--)d[i]=min(d[i],d[i-v]+1);}
  cout<<(d[x]>=1e9?-1:d[x]);
}
