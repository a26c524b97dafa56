#include <cstdio>
int main(){ long long n,k,r=0,i; scanf("%lld%lld",&n,&k); for(i=1;i<=n;i++) r=(r+k)%i; printf("%lld\n", n==1 ? 1 : r ? r : n); }
