#include <bits/stdc++.h>
using namespace std;
typedef long long ll;
const ll P=1e9+7;
typedef array<ll,4> M;
M mul(M a,M b){ return {(a[0]*b[0]+a[1]*b[2])%P,(a[0]*b[1]+a[1]*b[3])%P,(a[2]*b[0]+a[3]*b[2])%P,(a[2]*b[1]+a[3]*b[3])%P}; }
int main(){
    ll n,m; cin>>n>>m; vector<ll> b(m); for(auto&x:b)cin>>x; sort(b.begin(),b.end());
    ll now=1,before=0,at=0;
    auto walk=[&](ll k){ M r={1,0,0,1},s={1,1,1,0}; for(;k;k/=2){ if(k&1)r=mul(r,s); s=mul(s,s); }
        ll t=(r[0]*now+r[1]*before)%P; before=(r[2]*now+r[3]*before)%P; now=t; };
    for(ll x:b){ walk(x-1-at); before=now; now=0; at=x; }
    walk(n-at);
    cout<<now<<endl;
}
