#include <bits/stdc++.h>
using namespace std;
int main(){
  long long c,k,s=0,p; cin>>c>>k;
  for(int i=0;i<c;i++){cin>>p;s+=p+1;}
  cout<<(s+k-1)/k<<endl;
}
