from bisect import bisect_right
input()
t=[]
for x in map(int,input().split()):
    i=bisect_right(t,x); t[i:i+1]=[x]
print(len(t))
