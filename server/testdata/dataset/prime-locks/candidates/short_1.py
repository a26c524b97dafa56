n=int(input());p=2;e={}
while p*p<=n:
    if n%p: p+=1+(p>2)
    else: n//=p; e[p]=e.get(p,0)+1
if n>1: e[n]=e.get(n,0)+1
print(max(e),e[max(e)])
