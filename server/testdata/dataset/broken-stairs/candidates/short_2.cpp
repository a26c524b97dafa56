#include <bits/stdc++.h>
using namespace std;
int main(){ int n,m,b; cin>>n>>m; set<int> s; while(m--){cin>>b;s.insert(b);} unsigned long long p=0,q=1; for(int i=1;i<=n;i++){ auto t=s.count(i)?0:p+q; p=q;q=t; } cout<<q%1000000007; }
