import sys


def main():
    data = iter(map(int, sys.stdin.read().split()))
    n, q = next(data), next(data)
    parent = [0, 0] + [next(data) for _ in range(n - 1)]
    for _ in range(q):
        u, v = next(data), next(data)
        seen = set()
        while u:
            seen.add(u)
            u = parent[u]
        while v not in seen:
            v = parent[v]
        print(v)


main()
