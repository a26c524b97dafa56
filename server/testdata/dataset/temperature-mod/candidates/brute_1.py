n, m = map(int, input().split())
p = z = 0
for d in map(int, input().split()):
    step = 1 if d > 0 else -1
    for _ in range(abs(d)):
        p += step
        if p == m:
            p = 0
        if p == -1:
            p = m - 1
    if p == 0:
        z += 1
print(p, z)
