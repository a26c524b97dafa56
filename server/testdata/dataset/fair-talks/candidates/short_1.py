t=sorted((tuple(map(int,input().split()))[::-1] for _ in range(int(input()))))
c=e=0
for b,a in t:
    if a>=e: c+=1; e=b
print(c)
