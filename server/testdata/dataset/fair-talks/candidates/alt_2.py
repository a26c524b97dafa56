n = int(input())
best = []
ends = []
for i in range(n):
    s, e = map(int, input().split())
    b = 1
    for j in range(i):
        if ends[j] <= s:
            b = max(b, best[j] + 1)
    best.append(b)
    ends.append(e)
print(max(best))
