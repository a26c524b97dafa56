a,b=map(int,input().split())
d,r=divmod(b-a,1440)
print(20*d+min(20,-(-r//60)*2))
