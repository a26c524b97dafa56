#include <bits/stdc++.h>
using namespace std;
int main(){
    string s; cin>>s;
    int n=s.size();
    vector<int> f(n+1,0);
    for(int i=1;i<=n;i++){
        bool loud = string("aeiou").find(s[i-1])!=string::npos;
        f[i]= loud ? 0 : f[i-1]+1;
    }
    printf("%d\n",*max_element(f.begin(),f.end()));
}
