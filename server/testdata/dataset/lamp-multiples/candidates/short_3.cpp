#include <iostream>
int main(){ long long a,b,l,r; std::cin>>a>>b>>l>>r; auto f=[&](long long x){return x/a+x/b-2*(x/(a*b));}; std::cout<<f(r)-f(l-1); }
