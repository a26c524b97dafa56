#include <bits/stdc++.h>
using namespace std;
int main(){
    int n,m; cin>>n>>m;
    vector<pair<int,int>> e(m); for(auto&[a,b]:e)cin>>a>>b;
    vector<int> lev(n+1);
    for(int r=0;r<n;r++) for(auto [a,b]:e) lev[b]=max(lev[b],min(n,lev[a]+1));
    for(int v=1;v<=n;v++) if(lev[v]>n){ puts("impossible"); return 0; }
    vector<int> o(n); iota(o.begin(),o.end(),1);
    stable_sort(o.begin(),o.end(),[&](int x,int y){return lev[x]<lev[y];});
    for(int v:o) cout<<v<<' ';
}
