#include <bits/stdc++.h>
using namespace std;
int main(){
    int n,x; cin>>n>>x;
    vector<int> a(n); for(auto&v:a)cin>>v;
    bitset<20001> cur; cur[0]=1;
    for(int k=1;k<=20000;k++){
        bitset<20001> nx;
        for(int v:a) nx|=cur<<v;
        if(nx[x]){ cout<<k<<endl; return 0; }
        if(nx.none()) break;
        cur=nx;
    }
    cout<<-1<<endl;
}
