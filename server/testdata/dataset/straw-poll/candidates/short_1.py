c={};b=0;w=''
for _ in range(int(input())):
    s=input(); c[s]=c.get(s,0)+1
    if c[s]>b: b=c[s]; w=s
print(w)
