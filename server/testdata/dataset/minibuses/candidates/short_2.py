c,k=map(int,input().split())
print(-(-(sum(map(int,input().split()))+c)//k))
