#include <cstdio>
#include <vector>
int main(){
  int n; scanf("%d",&n);
  std::vector<int> day(2000000);
  while(n--){int a,b;scanf("%d%d",&a,&b);day.at(a)++;day.at(b)--;}
  int c=0,m=0; for(int x:day){c+=x;if(c>m)m=c;}
  printf("%d\n",m);
}
