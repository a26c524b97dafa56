n=int(input())
l=[input().strip() for _ in range(n)]
print(max(l,key=l.count))
