#include <bits/stdc++.h>
using namespace std;
int main(){
  int c,k; cin>>c>>k;
  int s=c;
  for(int i=0,p;i<c;i++) cin>>p, s+=p;
  cout<<(s-1)/k+1;
}
