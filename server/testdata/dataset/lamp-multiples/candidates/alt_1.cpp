#include <bits/stdc++.h>
using namespace std;
typedef unsigned long long u;
int main(){
    u a,b,l,r; cin>>a>>b>>l>>r; l--;
    u g=__gcd(a,b);
    // only a: the multiples of a that are not multiples of b are those k*a with k no multiple of b/g
    auto only=[&](u x,u p,u q){ u k=x/p; return k-k/(q/g); };
    cout<<only(r,a,b)+only(r,b,a)-only(l,a,b)-only(l,b,a)<<endl;
}
