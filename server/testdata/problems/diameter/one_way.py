import sys

n = int(input())
children = [[] for _ in range(n + 1)]
waiting = [0] * (n + 1)
for line in sys.stdin:
    u, v = map(int, line.split())
    children[u].append(v)
    waiting[v] += 1

ready = [v for v in range(1, n + 1) if waiting[v] == 0]
length = [0] * (n + 1)
while ready:
    u = ready.pop()
    for v in children[u]:
        length[v] = max(length[v], length[u] + 1)
        waiting[v] -= 1
        if waiting[v] == 0:
            ready.append(v)
print(max(length))
