// binary lifting
#include <bits/stdc++.h>
using namespace std;
int up[10][400], dep[400];
int main(){
    int n,q;
    scanf("%d %d",&n,&q);
    up[0][1]=1;
    for(int i=2;i<=n;i++){ scanf("%d",&up[0][i]); dep[i]=dep[up[0][i]]+1; }
    for(int k=1;k<10;k++) for(int i=1;i<=n;i++) up[k][i]=up[k-1][up[k-1][i]];
    while(q--){
        int a,b; scanf("%d %d",&a,&b);
        if(dep[a]<dep[b]) swap(a,b);
        for(int k=9;k>=0;k--) if(dep[a]-(1<<k)>=dep[b]) a=up[k][a];
        if(a!=b){
            for(int k=9;k>=0;k--) if(up[k][a]!=up[k][b]){ a=up[k][a]; b=up[k][b]; }
            a=up[0][a];
        }
        printf("%d\n",a);
    }
}
