from bisect import bisect_right
n,q=map(int,input().split())
p=sorted(map(int,input().split()))
for _ in range(q): print(n-bisect_right(p,int(input()))+1)
