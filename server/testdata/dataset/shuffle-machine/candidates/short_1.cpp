#include <bits/stdc++.h>
using namespace std;
int main(){
  int n; cin>>n; vector<int> p(n),s(n); for(int&x:p)cin>>x,x--;
  long long r=1;
  for(int i=0;i<n;i++)if(!s[i]){int l=0;for(int j=i;!s[j];j=p[j])s[j]=1,l++; r=lcm(r,(long long)l);}
  cout<<r<<endl;
}
