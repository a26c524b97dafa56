import sys
sys.setrecursionlimit(10000)
n, m = map(int, input().split())
graph = [[] for _ in range(n + 1)]
for _ in range(m):
    a, b = map(int, input().split())
    graph[a].append(b)
state = [0] * (n + 1)
order = []
cycle = False


def visit(v):
    global cycle
    state[v] = 1
    order.append(v)
    for w in graph[v]:
        if state[w] == 1:
            cycle = True
        elif state[w] == 0:
            visit(w)
    state[v] = 2


for v in range(1, n + 1):
    if state[v] == 0:
        visit(v)
print("impossible" if cycle else " ".join(map(str, order)))
