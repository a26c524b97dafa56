#include <bits/stdc++.h>
using namespace std;
int main(){
  int n; cin>>n; map<pair<int,int>,int> g; int m=0; string s;
  while(n--){cin>>s; m=max(m,++g[{s.size(),accumulate(s.begin(),s.end(),0)}]);}
  cout<<g.size()<<" "<<m;
}
