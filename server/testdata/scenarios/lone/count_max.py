n = int(input())
a = list(map(int, input().split()))
print(a.count(max(a)))
