#include <bits/stdc++.h>
using namespace std;
int main(){
  int t,n,x; cin>>t;
  while(t--){ cin>>n; set<int> s; while(n--){cin>>x;s.insert(x);} int m=0; for(int v:s) if(v==m) m++; cout<<m<<endl; }
}
