#include <bits/stdc++.h>
int main(){
  long long a,b,c,d,e,f; std::cin>>a>>b>>c>>d>>e>>f;
  printf("%.1f\n",std::abs((c-a)*(f-b)-(e-a)*(d-b))/2.0);
}
