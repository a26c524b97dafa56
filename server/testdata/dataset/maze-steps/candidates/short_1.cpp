#include <bits/stdc++.h>
using namespace std;
int main(){
  int h,w; cin>>h>>w; vector<string> g(h); for(auto&x:g)cin>>x;
  vector<vector<int>> d(h,vector<int>(w,-1)); queue<pair<int,int>> q;
  if(g[0][0]=='.'){d[0][0]=0;q.push({0,0});}
  int dx[]={0,0,1,-1},dy[]={1,-1,0,0};
  while(q.size()){
    auto [x,y]=q.front();q.pop();
    for(int k=0;k<4;k++){int a=x+dx[k],b=y+dy[k];
      if(a<0||b<0||a>=h||b>=w||g[a][b]=='#'||d[a][b]>=0)continue;
      d[a][b]=d[x][y]+1;q.push({a,b});}
  }
  cout<<d[h-1][w-1]<<"\n";
}
