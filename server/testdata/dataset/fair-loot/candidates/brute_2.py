n = int(input())
a = list(map(int, input().split()))
total = sum(a)
best = total
for mask in range(1 << n):
    s = 0
    for i in range(n):
        if mask >> i & 1:
            s += a[i]
    best = min(best, abs(total - 2 * s))
print(best)
