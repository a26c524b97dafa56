#include <bits/stdc++.h>
using namespace std;
int main(){
  int n,q; cin>>n>>q; vector<int> p(n); for(int&x:p)cin>>x;
  while(q--){int x;cin>>x;cout<<1+count_if(p.begin(),p.end(),[&](int v){return v>x;})<<"\n";}
}
