n,x=map(int,input().split())
k=0
for c in sorted(map(int,input().split()),reverse=True):
    k+=x//c; x%=c
print(k if x==0 else -1)
