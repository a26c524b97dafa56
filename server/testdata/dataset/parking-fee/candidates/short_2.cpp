#include <iostream>
int main(){ int a,b; std::cin>>a>>b; std::cout<<(b-a+59)/60*2; }
