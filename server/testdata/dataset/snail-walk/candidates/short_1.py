h,w=map(int,input().split())
g=[input().split() for _ in range(h)]
r=[]
while g: r+=g.pop(0); g=list(zip(*g))[::-1]
print(*r)
