from itertools import accumulate
n,m=map(int,input().split())
p=[x%m for x in accumulate(map(int,input().split()),initial=0)]
print(p[-1],len(p)-sum(map(bool,p)))
