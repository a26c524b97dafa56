import sys
from collections import deque


def main():
    data = list(map(int, sys.stdin.read().split()))
    n, m = data[0], data[1]
    neighbours = [[] for _ in range(n + 1)]
    for i in range(m):
        u, v = data[2 + 2 * i], data[3 + 2 * i]
        neighbours[u].append(v)
        neighbours[v].append(u)
    visited = [False] * (n + 1)
    components = 0
    for start in range(1, n + 1):
        if visited[start]:
            continue
        components += 1
        visited[start] = True
        queue = deque([start])
        while queue:
            u = queue.popleft()
            for v in neighbours[u]:
                if not visited[v]:
                    visited[v] = True
                    queue.append(v)
    print(components - 1)


main()
