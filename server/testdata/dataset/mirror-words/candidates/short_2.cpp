#include <bits/stdc++.h>
using namespace std;
int main(){
  string s; cin>>s; int n=s.size(),r=0; vector<vector<char>> p(n+1,vector<char>(n+1,1));
  for(int i=n-1;i>=0;i--)for(int j=i;j<n;j++){ p[i][j]=s[i]==s[j]&&(j-i<2||p[i+1][j-1]); r+=p[i][j]; }
  cout<<r<<"\n";
}
