#include <bits/stdc++.h>
using namespace std;
int main(){
    long long n,m; cin>>n>>m;
    vector<pair<long long,int>> r;
    for(int i=1;i<=n;i++){ long long x; cin>>x; r.push_back({((x%m)+m)%m,i}); }
    sort(r.begin(),r.end());
    int lo=0,hi=n-1;
    int a=-1,b=-1;
    if(r[0].first==0&&r[1].first==0){ a=r[0].second; b=r[1].second; lo=hi; }
    while(lo<hi){
        long long s=r[lo].first+r[hi].first;
        if(s==m){ a=r[lo].second; b=r[hi].second; break; }
        if(s<m)lo++; else hi--;
    }
    if(a>b)swap(a,b);
    cout<<a<<" "<<b<<endl;
}
