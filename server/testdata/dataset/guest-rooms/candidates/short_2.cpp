#include <bits/stdc++.h>
using namespace std;
int main(){
  int n; cin>>n; map<long long,int> d;
  for(int i=0,a,b;i<n;i++){cin>>a>>b;d[a]++;d[b+1]--;}
  int c=0,m=0; for(auto p:d){c+=p.second;m=max(m,c);} cout<<m<<endl;
}
