#include <bits/stdc++.h>
using namespace std;
int main(){
  int n; cin>>n; map<int,int> d;
  for(int i=0,a,b;i<n;i++){cin>>a>>b;d[a]++;d[b]--;}
  int c=0,m=0; for(auto&[x,v]:d){c+=v;m=max(m,c);} cout<<m;
}
