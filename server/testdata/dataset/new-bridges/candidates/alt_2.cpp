#include <bits/stdc++.h>
using namespace std;
int main(){
    int n,m; scanf("%d %d",&n,&m);
    vector<bitset<301>> r(n+1);
    for(int i=1;i<=n;i++) r[i][i]=1;
    while(m--){ int a,b; scanf("%d %d",&a,&b); r[a][b]=r[b][a]=1; }
    for(int k=1;k<=n;k++) for(int i=1;i<=n;i++) if(r[i][k]) r[i]|=r[k];
    int c=0;
    for(int i=1;i<=n;i++) if(r[i]._Find_first()==(size_t)i) c++;
    printf("%d\n",c-1);
}
