#include <bits/stdc++.h>
using namespace std;
long long t[1<<13];
int main(){
    int n,q; scanf("%d %d",&n,&q);
    int B=1; while(B<n) B*=2;
    while(q--){
        int k,a,b; scanf("%d %d %d",&k,&a,&b);
        a+=B-1;
        if(k==1){ for(;a;a/=2) t[a]+=b; }
        else {
            long long s=0;
            for(b+=B;a<b;a/=2,b/=2){ if(a&1) s+=t[a++]; if(b&1) s+=t[--b]; }
            printf("%lld\n",s);
        }
    }
}
