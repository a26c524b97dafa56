n,k=map(int,input().split())
c=list(range(1,n+1));i=0
while c[1:]:
    i=(i+k)%len(c); del c[i]
print(c[0])
