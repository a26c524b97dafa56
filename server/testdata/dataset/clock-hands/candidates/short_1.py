h,m=map(int,input().split(':'))
x=(60*h-11*m)%720
print(min(x,720-x))
