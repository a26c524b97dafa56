import math
n=int(input())
p=list(map(int,input().split()))
r=1
for i in range(n):
    # enough shuffles for the cards so far; repeat them until card i is at home as well
    j=p[i]; t=1
    while j!=i+1:
        j=p[j-1]; t+=1
    r=math.lcm(r,t)
print(r)
