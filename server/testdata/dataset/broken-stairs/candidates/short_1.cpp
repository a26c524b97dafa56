#include <bits/stdc++.h>
using namespace std;
int main(){
  int n,m,b; cin>>n>>m; vector<char> x(n+1); while(m--){cin>>b;x[b]=1;}
  long long p=0,q=1; for(int i=1;i<=n;i++){ long long t=x[i]?0:(p+q)%1000000007; p=q;q=t; } cout<<q;
}
