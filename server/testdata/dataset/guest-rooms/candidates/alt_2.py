n = int(input())
events = []
for _ in range(n):
    s, e = map(int, input().split())
    events.append((s, 0))
    events.append((e, 1))
events.sort()
now = best = 0
for _, kind in events:
    if kind == 0:
        now += 1
        best = max(best, now)
    else:
        now -= 1
print(best)
