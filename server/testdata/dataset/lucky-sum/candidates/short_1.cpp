#include <bits/stdc++.h>
using namespace std;
bool ok(long long x){ return x>0 && to_string(x).find('7')==string::npos; }
int main(){
  long long n; cin>>n;
  mt19937_64 g(5);
  for(long long a=n/2;a>0&&a>n/2-50;a--) if(ok(a)&&ok(n-a)){cout<<a<<" "<<n-a;return 0;}
  while(1){ long long a=g()%n; if(ok(a)&&ok(n-a)){cout<<a<<" "<<n-a;return 0;} }
}
