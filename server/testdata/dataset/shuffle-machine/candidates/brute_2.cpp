#include <bits/stdc++.h>
using namespace std;
int main(){
    int n; cin>>n; vector<int> p(n),d(n); for(int&x:p){cin>>x;x--;}
    iota(d.begin(),d.end(),0);
    vector<int> h=d;
    long long c=0;
    do{ for(int&x:d)x=p[x]; c++; }while(d!=h);
    cout<<c<<endl;
}
