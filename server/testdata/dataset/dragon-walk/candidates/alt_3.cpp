#include <bits/stdc++.h>
using namespace std;
int main(){
    long long x,y; cin>>x>>y; x=abs(x); y=abs(y);
    const int L=64;
    if(x>=L||y>=L) throw length_error("the table is too small");
    vector<vector<array<int,2>>> d(L+2,vector<array<int,2>>(L+2,{999,999}));
    d[0][0]={0,999};
    for(int r=0;r<2*L;r++) for(int i=0;i<=L;i++) for(int j=0;j<=L;j++){
        for(auto [a,b]:vector<pair<int,int>>{{1,0},{-1,0},{0,1},{0,-1}}) if(i+a>=0&&j+b>=0&&i+a<=L&&j+b<=L)
            d[i][j][0]=min(d[i][j][0],min(d[i+a][j+b][0],d[i+a][j+b][1])+1);
        for(int a:{-1,1})for(int b:{-1,1}) if(i+a>=0&&j+b>=0&&i+a<=L&&j+b<=L)
            d[i][j][1]=min(d[i][j][1],d[i+a][j+b][0]+1);
    }
    cout<<min(d[x][y][0],d[x][y][1])<<endl;
}
