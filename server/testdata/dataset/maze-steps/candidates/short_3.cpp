#include <cstdio>
#include <algorithm>
using namespace std;
int d[70][70]; char s[70];
int main(){
  int h,w; scanf("%d%d",&h,&w);
  for(int i=0;i<=h;i++)for(int j=0;j<=w;j++)d[i][j]=99999;
  for(int i=1;i<=h;i++){ scanf("%s",s+1);
    for(int j=1;j<=w;j++) if(s[j]=='.') d[i][j]=(i==1&&j==1)?0:min(d[i-1][j],d[i][j-1])+1; }
  printf("%d\n",d[h][w]>90000?-1:d[h][w]);
}
