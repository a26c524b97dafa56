#include <bits/stdc++.h>
using namespace std;
int main(){
  long long n,k,b=0; cin>>n>>k; vector<long long> a(n); for(auto&x:a)cin>>x;
  for(int i=0;i<n;i++){long long s=0; for(int j=i;j<min(n,i+k);j++)s+=a[j],b=max(b,s);}
  cout<<b<<endl;
}
