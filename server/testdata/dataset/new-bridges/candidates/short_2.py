n,m=map(int,input().split())
e=[tuple(map(int,input().split())) for _ in range(m)]
l=list(range(n+1))
for _ in range(n):
    for a,b in e: l[a]=l[b]=min(l[a],l[b])
print(len(set(l))-2)
