#include <cstdio>
static int cnt[1000003];
int main(){
    int n,q,x;
    scanf("%d%d",&n,&q);
    for(int i=0;i<n;i++){scanf("%d",&x);cnt[x]++;}
    for(int v=1000000;v>=0;v--)cnt[v]+=cnt[v+1];
    while(q--){scanf("%d",&x);printf("%d\n",cnt[x+1]+1);}
}
