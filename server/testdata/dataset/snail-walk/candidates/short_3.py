h,w=map(int,input().split())
g=list(zip(*[input().split() for _ in range(h)]))
r=[]
if h==1 or w==1: r=sum(map(list,g),[]); g=[]
while g: r+=g.pop(0); g=list(zip(*g))[::-1]
print(*r)
