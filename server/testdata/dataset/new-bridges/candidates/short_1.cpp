#include <bits/stdc++.h>
using namespace std;
int p[305];
int f(int x){return p[x]==x?x:p[x]=f(p[x]);}
int main(){ int n,m,a,b; cin>>n>>m; iota(p,p+n+1,0); int c=n; while(m--){cin>>a>>b; a=f(a);b=f(b); if(a!=b)p[a]=b,c--;} cout<<c-1; }
