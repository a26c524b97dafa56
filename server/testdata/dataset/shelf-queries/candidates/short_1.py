import sys
n,q,*d=map(int,sys.stdin.read().split())
s=[0]*(n+1)
for k,a,b in zip(d[::3],d[1::3],d[2::3]):
    if k==1: s[a]+=b
    else: print(sum(s[a:b+1]))
