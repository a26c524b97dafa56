#include <bits/stdc++.h>
using namespace std;
int main(){
  string s; cin>>s; string a=s,b=s;
  for(size_t i=0;i<s.size();i++) if(s[i]=='7') a[i]='4',b[i]='3'; else b[i]='0';
  cout<<stoll(a)<<" "<<stoll(b);
}
