import sys


def main():
    it = iter(map(int, sys.stdin.read().split()))
    n = next(it)
    g = [[] for _ in range(n)]
    for u, v in zip(it, it):
        g[u - 1].append(v - 1)
        g[v - 1].append(u - 1)
    order, parent = [0], [-1] * n
    for v in order:
        for w in g[v]:
            if w != parent[v]:
                parent[w] = v
                order.append(w)
    longest = [0] * n
    second = [0] * n
    for v in order[:0:-1]:
        p, arm = parent[v], longest[v] + 1
        if arm > longest[p]:
            longest[p] = arm
        elif arm > second[p]:
            second[p] = arm
    print(max(a + b for a, b in zip(longest, second)))


main()
