n = int(input())
towers = list(map(int, input().split()))
best = 0
for start in range(n):
    count, last = 1, towers[start]
    for h in towers[start + 1:]:
        if h > last:
            count += 1
            last = h
    best = max(best, count)
print(best)
