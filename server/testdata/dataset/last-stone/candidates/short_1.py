from functools import reduce
input()
print("first" if reduce(lambda x,y:x^y,map(int,input().split())) else "second")
