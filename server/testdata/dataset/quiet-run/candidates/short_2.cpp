#include <bits/stdc++.h>
using namespace std;
int main(){
  string s; cin>>s; int b=0,c=0;
  for(char x:s){ if(strchr("aeiou",x)) c=0; else b=max(b,++c); }
  cout<<b;
}
