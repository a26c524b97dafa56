#include <bits/stdc++.h>
using namespace std;
int main(){
  int n; cin>>n; vector<string> a(n); for(auto&s:a)cin>>s,sort(begin(s),end(s)); sort(begin(a),end(a));
  int g=0,m=0,c=0; for(int i=0;i<n;i++){ if(i&&a[i]==a[i-1])c++; else c=1,g++; m=max(m,c); } cout<<g<<" "<<m;
}
