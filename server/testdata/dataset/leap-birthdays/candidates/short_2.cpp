#include <bits/stdc++.h>
using namespace std;
int main(){ int a,b; cin>>a>>b; if(a%4)puts("impossible"); else cout<<(b-a)/4; }
