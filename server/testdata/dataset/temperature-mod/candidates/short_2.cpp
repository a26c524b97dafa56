#include <bits/stdc++.h>
using namespace std;
int main(){
  long long n,m,p=0,z=0,d; cin>>n>>m;
  while(n--){cin>>d;p=(p+d)%m;z+=!p;}
  cout<<p<<" "<<z;
}
