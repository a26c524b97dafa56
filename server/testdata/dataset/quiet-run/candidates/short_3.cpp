#include <bits/stdc++.h>
using namespace std;
int main(){ string s; cin>>s; int r=0; for(char c:s) if(c!='a'&&c!='e'&&c!='i'&&c!='o'&&c!='u') r++; cout<<r; }
