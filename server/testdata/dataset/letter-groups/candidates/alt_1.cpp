#include <bits/stdc++.h>
using namespace std;
int main(){
    int n; cin>>n;
    vector<string> w(n); for(auto&s:w)cin>>s;
    vector<int> root(n); iota(root.begin(),root.end(),0);
    map<int,int> size;
    for(int i=0;i<n;i++){
        for(int j=0;j<i;j++)
            if(w[i].size()==w[j].size()&&is_permutation(w[i].begin(),w[i].end(),w[j].begin())){ root[i]=root[j]; break; }
        size[root[i]]++;
    }
    int m=0; for(auto [a,b]:size) m=max(m,b);
    cout<<size.size()<<" "<<m<<endl;
}
