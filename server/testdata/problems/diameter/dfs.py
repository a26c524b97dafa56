import sys

input = sys.stdin.readline


def dfs(v, parent):
    deepest = (0, v)
    for w in tree[v]:
        if w != parent:
            depth, leaf = dfs(w, v)
            deepest = max(deepest, (depth + 1, leaf))
    return deepest


n = int(input())
tree = [[] for _ in range(n + 1)]
for _ in range(n - 1):
    u, v = map(int, input().split())
    tree[u].append(v)
    tree[v].append(u)
_, end = dfs(1, 0)
print(dfs(end, 0)[0])
