#include <cstdio>
int main(){
  long long n,m,d,p=0,z=0;
  scanf("%lld%lld",&n,&m);
  for(int i=0;i<n;i++){
    scanf("%lld",&d);
    p+=d;
    if(p>=m)p-=m;
    if(p<0)p+=m;
    if(p==0)z++;
  }
  printf("%lld %lld\n",p,z);
}
