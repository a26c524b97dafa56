#include <bits/stdc++.h>
using namespace std;
int main(){
  long long n,m,x; cin>>n>>m; unordered_map<long long,int> d;
  for(int i=1;i<=n;i++){cin>>x; x%=m; if(d.count((m-x)%m)){cout<<d[(m-x)%m]<<" "<<i;return 0;} d[x]=i;}
  cout<<"-1 -1";
}
