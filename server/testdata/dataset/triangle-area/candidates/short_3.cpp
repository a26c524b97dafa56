#include <bits/stdc++.h>
using namespace std;
int main(){ int a,b,c,d,e,f; cin>>a>>b>>c>>d>>e>>f; cout<<fixed<<abs((c-a)*(f-b)-(e-a)*(d-b))*0.5; }
