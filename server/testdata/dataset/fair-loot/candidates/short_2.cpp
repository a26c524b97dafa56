#include <bits/stdc++.h>
using namespace std;
int main(){
  int n; cin>>n; vector<int> a(n); for(int&x:a)cin>>x; sort(a.rbegin(),a.rend());
  int p=0,q=0; for(int x:a) if(p<q)p+=x; else q+=x;
  cout<<abs(p-q);
}
