n = int(input())
a = list(map(int, input().split()))
print(max(0, sum(a)))
