from collections import deque
n, m = map(int, input().split())
successors = {i: [] for i in range(1, n + 1)}
degree = {i: 0 for i in range(1, n + 1)}
for _ in range(m):
    a, b = map(int, input().split())
    successors[a].append(b)
    degree[b] += 1
queue = deque(i for i in degree if degree[i] == 0)
result = []
while queue:
    part = queue.popleft()
    result.append(part)
    for s in successors[part]:
        degree[s] -= 1
        if degree[s] == 0:
            queue.append(s)
print(*result) if result else print("impossible")
