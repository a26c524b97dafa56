for _ in range(int(input())):
    input(); s=set(map(int,input().split())); print(next(x for x in range(10**6) if x not in s))
