h,m=map(int,input().split(':'))
d=abs(h%12*30+m/2-6*m)
print(min(d,360-d))
