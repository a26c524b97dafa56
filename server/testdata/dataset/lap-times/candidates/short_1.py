t=0
for _ in range(int(input())):
    m,s=map(int,input().split(':')); t+=60*m+s
print('%d:%02d:%02d'%(t//3600,t//60%60,t%60))
