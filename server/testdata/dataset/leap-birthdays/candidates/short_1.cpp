#include <bits/stdc++.h>
using namespace std;
long long f(long long y){return y/4-y/100+y/400;}
int main(){
  long long a,b; cin>>a>>b;
  if(f(a)==f(a-1)) puts("impossible"); else cout<<f(b)-f(a)<<endl;
}
