h,w=map(int,input().split())
g=[input() for _ in range(h)]
I=10**9
d=[[I]*w for _ in range(h)]
for i in range(h):
    for j in range(w):
        if g[i][j]=='#': continue
        if i==j==0: d[i][j]=0
        if i: d[i][j]=min(d[i][j],d[i-1][j]+1)
        if j: d[i][j]=min(d[i][j],d[i][j-1]+1)
print(d[-1][-1] if d[-1][-1]<I else -1)
