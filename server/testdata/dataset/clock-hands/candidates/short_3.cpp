#include <bits/stdc++.h>
using namespace std;
int main(){ int h,m; scanf("%d:%d",&h,&m); cout<<abs(h%12*60+m-12*m); }
