n, m = map(int, input().split())
parent = list(range(n + 1))
for _ in range(m):
    u, v = map(int, input().split())
    parent[max(u, v)] = min(parent[u], parent[v])
print(len([x for x in range(1, n + 1) if parent[x] == x]) - 1)
