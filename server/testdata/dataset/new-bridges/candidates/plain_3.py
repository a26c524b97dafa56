n, m = map(int, input().split())
edges = [list(map(int, input().split())) for _ in range(m)]
unseen = set(range(1, n + 1))
parts = 0
while unseen:
    frontier = {min(unseen)}
    parts += 1
    while frontier:
        unseen -= frontier
        reached = set()
        for u, v in edges:
            if u in frontier:
                reached.add(v)
            if v in frontier:
                reached.add(u)
        frontier = reached & unseen
print(parts - 1)
