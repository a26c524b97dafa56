from math import lcm
a,b,l,r=map(int,input().split())
f=lambda x:x//a+x//b-2*(x//lcm(a,b))
print(f(r)-f(l-1))
