n,k=map(int,input().split())
a=list(map(int,input().split()))
s=m=sum(a[:k])
for i in range(k,n):
    s+=a[i]-a[i-k]; m=max(m,s)
print(m)
