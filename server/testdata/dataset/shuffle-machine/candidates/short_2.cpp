#include <bits/stdc++.h>
using namespace std;
int main(){
  int n; cin>>n; vector<int> p(n+1),s(n+1); for(int i=1;i<=n;i++)cin>>p[i];
  int r=1;
  for(int i=1;i<=n;i++)if(!s[i]){int l=0;for(int j=i;!s[j];j=p[j])s[j]=1,l++; r=r/__gcd(r,l)*l;}
  cout<<r;
}
