#include <bits/stdc++.h>
using namespace std;
int main(){
  long long x,y; cin>>x>>y; x=abs(x); y=abs(y);
  long long t=x+y,k=max(0LL,2*t/3-3); while(k+(k+1)/2<t)k++;
  cout<<max({x,y,k});
}
