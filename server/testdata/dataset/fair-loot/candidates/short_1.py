input()
a=list(map(int,input().split()))
m=1
for x in a: m|=m<<x
s=sum(a)
print(min(abs(s-2*i) for i in range(s+1) if m>>i&1))
