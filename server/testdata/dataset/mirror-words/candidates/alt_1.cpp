// Manacher
#include <bits/stdc++.h>
using namespace std;
int main(){
    string s,t="#"; cin>>s;
    for(char c:s){ t+=c; t+='#'; }
    int n=t.size(),c=0,r=0; long long total=0;
    vector<int> p(n);
    for(int i=0;i<n;i++){
        if(i<r) p[i]=min(r-i,p[2*c-i]);
        while(i-p[i]-1>=0&&i+p[i]+1<n&&t[i-p[i]-1]==t[i+p[i]+1]) p[i]++;
        if(i+p[i]>r){ c=i; r=i+p[i]; }
        total+=(p[i]+1)/2;
    }
    cout<<total<<endl;
}
