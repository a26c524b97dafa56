n, k = map(int, input().split())
a = list(map(int, input().split()))
best = max(a)
for i in range(n):
    for j in range(i + 1, min(i + k, n) + 1):
        best = max(best, sum(a[i:j]))
print(best)
