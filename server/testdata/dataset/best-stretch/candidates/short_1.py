import heapq
n,k=map(int,input().split())
h=[(0,0)];p=0;b=-10**18
for i,x in enumerate(map(int,input().split()),1):
    p+=x
    while h[0][1]<i-k: heapq.heappop(h)
    b=max(b,p-h[0][0]); heapq.heappush(h,(p,i))
print(b)
