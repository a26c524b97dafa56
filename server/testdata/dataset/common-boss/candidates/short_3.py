n,q=map(int,input().split())
p=[0,1]+list(map(int,input().split()))
for _ in range(q):
    u,v=map(int,input().split())
    while u!=v and u!=1 and v!=1: u,v=p[u],p[v]
    print(u if u==v else 1)
