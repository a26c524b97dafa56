// Fenwick tree: the child with a given rank leaves
#include <bits/stdc++.h>
using namespace std;
int main(){
    int n; long long k; cin>>n>>k;
    vector<int> f(n+1);
    for(int i=1;i<=n;i++){ f[i]++; int j=i+(i&-i); if(j<=n) f[j]+=f[i]; }
    long long at=0;
    int last=0;
    for(int left=n;left>0;left--){
        at=(at+k-1)%left;
        int want=at+1,p=0;
        for(int b=1<<17;b;b>>=1) if(p+b<=n&&f[p+b]<want){ p+=b; want-=f[p]; }
        last=p+1;
        for(int i=last;i<=n;i+=i&-i) f[i]--;
    }
    cout<<last<<endl;
}
