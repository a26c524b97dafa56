#include <bits/stdc++.h>
using namespace std;
int main(){
  int k; string s; cin>>k>>s; k%=26; if(k<0)k+=26;
  while(k--) for(char&c:s) if(isalpha(c)) c = c=='z'?'a':c=='Z'?'A':c+1;
  cout<<s;
}
