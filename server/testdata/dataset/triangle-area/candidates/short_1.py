a,b,c,d,e,f=[int(x) for _ in range(3) for x in input().split()]
print(abs((c-a)*(f-b)-(e-a)*(d-b))/2)
