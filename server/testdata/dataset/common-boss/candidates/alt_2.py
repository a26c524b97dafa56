n, q = map(int, input().split())
p = [0, 0] + list(map(int, input().split()))
paths = [[], [1]]
for i in range(2, n + 1):
    paths.append(paths[p[i]] + [i])
for _ in range(q):
    u, v = map(int, input().split())
    last = 1
    for a, b in zip(paths[u], paths[v]):
        if a == b:
            last = a
    print(last)
