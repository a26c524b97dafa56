n, m = map(int, input().split())
group = {i: {i} for i in range(1, n + 1)}
for _ in range(m):
    u, v = map(int, input().split())
    if group[u] is not group[v]:
        small, large = sorted((group[u], group[v]), key=len)
        large |= small
        for x in small:
            group[x] = large
print(len({id(g) for g in group.values()}) - 1)
