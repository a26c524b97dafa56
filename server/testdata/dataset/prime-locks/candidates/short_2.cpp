#include <iostream>
int main(){ long long m; std::cin>>m; int n=m,b=0,e=0; for(long long p=2;p*p<=n;p++) if(n%p==0){b=p;e=0;while(n%p==0)n/=p,e++;} if(n>1)b=n,e=1; std::cout<<b<<" "<<e; }
