#include <bits/stdc++.h>
using namespace std;
bool f[1005];
int main(){
  int t,n,x; cin>>t;
  while(t--){ cin>>n; while(n--){cin>>x; if(x<1005)f[x]=1;} int m=0; while(f[m])m++; cout<<m<<"\n"; }
}
