n,m=map(int,input().split())
e=[tuple(map(int,input().split())) for _ in range(m)]
o=list(range(1,n+1))
for a,b in e:
    i,j=o.index(a),o.index(b)
    if i>j: o.insert(j,o.pop(i))
print(*o) if not any((b,a) in e for a,b in e) else print("impossible")
