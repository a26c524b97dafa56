// Fenwick tree over the ranks of the heights
#include <bits/stdc++.h>
using namespace std;
int main(){
    int n; scanf("%d",&n);
    vector<int> h(n); for(auto&x:h)scanf("%d",&x);
    auto s=h; sort(s.begin(),s.end()); s.erase(unique(s.begin(),s.end()),s.end());
    vector<int> f(s.size()+1);
    int ans=0;
    for(int x:h){
        int r=lower_bound(s.begin(),s.end(),x)-s.begin();
        int m=0;
        for(int i=r;i>0;i-=i&-i)m=max(m,f[i]);
        ans=max(ans,++m);
        for(int i=r+1;i<(int)f.size();i+=i&-i)f[i]=max(f[i],m);
    }
    printf("%d\n",ans);
}
