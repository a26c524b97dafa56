#include <bits/stdc++.h>
using namespace std;
int main(){
  int n,q; cin>>n>>q; set<int,greater<int>> s; for(int i=0,x;i<n;i++){cin>>x;s.insert(x);}
  while(q--){int x;cin>>x;cout<<distance(s.begin(),s.lower_bound(x))+1<<endl;}
}
