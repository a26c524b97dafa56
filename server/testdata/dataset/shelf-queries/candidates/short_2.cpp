#include <bits/stdc++.h>
using namespace std;
int main(){
  int n,q,k,a,b; cin>>n>>q; vector<int> s(n+2);
  while(q--){cin>>k>>a>>b; if(k==1) s[a]+=b; else cout<<accumulate(s.begin()+a,s.begin()+b+1,0)<<"\n";}
}
