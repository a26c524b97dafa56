from math import gcd
a,b,l,r=map(int,input().split())
m=a*b//gcd(a,b)
f=lambda x:x//a+x//b-x//m
print(f(r)-f(l-1))
