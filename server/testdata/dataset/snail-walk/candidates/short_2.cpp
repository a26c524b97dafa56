#include <bits/stdc++.h>
using namespace std;
void ring(vector<vector<int>>&a,int t,int l,int b,int r){
  if(t>b||l>r)return;
  for(int j=l;j<=r;j++)cout<<a[t][j]<<" ";
  for(int i=t+1;i<=b;i++)cout<<a[i][r]<<" ";
  if(t<b)for(int j=r-1;j>=l;j--)cout<<a[b][j]<<" ";
  if(l<r)for(int i=b-1;i>t;i--)cout<<a[i][l]<<" ";
  ring(a,t+1,l+1,b-1,r-1);
}
int main(){ int h,w; cin>>h>>w; vector<vector<int>> a(h,vector<int>(w)); for(auto&v:a)for(int&x:v)cin>>x; ring(a,0,0,h-1,w-1); }
