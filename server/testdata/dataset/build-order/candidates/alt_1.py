n, m = map(int, input().split())
before = {v: set() for v in range(1, n + 1)}
for _ in range(m):
    a, b = map(int, input().split())
    before[b].add(a)
order = []
while before:
    ready = [v for v, s in before.items() if not s]
    if not ready:
        break
    for v in ready:
        del before[v]
    for s in before.values():
        s.difference_update(ready)
    order += ready
if before:
    print("impossible")
else:
    print(" ".join(map(str, order)))
