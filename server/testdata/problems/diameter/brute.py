import sys

numbers = list(map(int, sys.stdin.read().split()))
n = numbers[0]
near = {v: [] for v in range(1, n + 1)}
for u, v in zip(numbers[1::2], numbers[2::2]):
    near[u].append(v)
    near[v].append(u)

best = 0
for start in near:
    seen = {start}
    ring = [start]
    steps = -1
    while ring:
        steps += 1
        ring = [w for v in ring for w in near[v] if w not in seen]
        seen.update(ring)
    best = max(best, steps)
print(best)
