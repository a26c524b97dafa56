#include <bits/stdc++.h>
using namespace std;
int main(){ string s; cin>>s; s+=s; int b=0,c=0; for(size_t i=0;i<s.size();i++){ c=i&&s[i]==s[i-1]?c+1:1; b=max(b,c);} cout<<b; }
