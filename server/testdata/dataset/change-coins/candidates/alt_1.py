n, x = map(int, input().split())
a = sorted(map(int, input().split()), reverse=True)
best = -1
for start in range(n):
    rest, used = x, 0
    for c in a[start:]:
        used += rest // c
        rest %= c
    if rest == 0 and (best < 0 or used < best):
        best = used
print(best)
