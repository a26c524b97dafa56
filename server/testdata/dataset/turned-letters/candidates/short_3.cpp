#include <bits/stdc++.h>
using namespace std;
int main(){ long long k; string s; cin>>k>>s; for(char&c:s) if(isalpha(c)){ char b=islower(c)?'a':'A'; c=b+(c-b+k%26)%26; } puts(s.c_str()); }
