n,m=map(int,input().split())
a=list(map(int,input().split()))
p=[(i+1,j+1) for j in range(n) for i in range(j) if (a[i]+a[j])%m==0][:1]
print(*(p[0] if p else [-1]))
