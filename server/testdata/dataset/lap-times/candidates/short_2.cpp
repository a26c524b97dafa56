#include <cstdio>
int main(){ int n,m,s,t=0; scanf("%d",&n); while(n--)scanf("%d:%d",&m,&s),t+=m*60+s; printf("%d:%02d:%02d\n",t/3600,t/60%60,t%60); }
