// sieve up to a million, then divide by the primes from the largest on what is left
#include <bits/stdc++.h>
using namespace std;
int main(){
    long long n; cin>>n;
    const int L=1000001;
    vector<bool> c(L);
    vector<int> primes;
    for(int i=2;i<L;i++) if(!c[i]){ primes.push_back(i); for(long long j=1LL*i*i;j<L;j+=i) c[j]=true; }
    map<long long,int> f;
    for(int p:primes) while(n%p==0){ n/=p; f[p]++; }
    if(n>1) f[n]++;
    auto [p,e]=*f.rbegin();
    cout<<p<<" "<<e;
}
