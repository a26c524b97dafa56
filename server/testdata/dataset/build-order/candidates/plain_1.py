import sys
from collections import deque


def main():
    data = list(map(int, sys.stdin.read().split()))
    n, m = data[0], data[1]
    graph = [[] for _ in range(n + 1)]
    indegree = [0] * (n + 1)
    for i in range(m):
        a, b = data[2 + 2 * i], data[3 + 2 * i]
        graph[a].append(b)
        indegree[b] += 1
    queue = deque(v for v in range(1, n + 1) if indegree[v] == 0)
    order = []
    while queue:
        v = queue.popleft()
        order.append(v)
        for w in graph[v]:
            indegree[w] -= 1
            if indegree[w] == 0:
                queue.append(w)
    print(*order) if len(order) == n else print("impossible")


main()
