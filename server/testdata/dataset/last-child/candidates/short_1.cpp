#include <iostream>
int main(){ long long n,k,r=0; std::cin>>n>>k; for(int i=2;i<=n;i++) r=(r+k)%i; std::cout<<r+1; }
