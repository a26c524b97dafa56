n,m=map(int,input().split())
d={}
r="-1 -1"
for j,x in enumerate(map(int,input().split()),1):
    if -x%m in d: r=f"{d[-x%m]} {j}"; break
    d[x%m]=j
print(r)
