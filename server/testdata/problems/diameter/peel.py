import sys


def main():
    n, *ends = map(int, sys.stdin.read().split())
    degree = [0] * (n + 1)
    # The exclusive or of the neighbours is the last neighbour once the others are gone.
    neighbour = [0] * (n + 1)
    for u, v in zip(ends[::2], ends[1::2]):
        degree[u] += 1
        degree[v] += 1
        neighbour[u] ^= v
        neighbour[v] ^= u
    leaves = [v for v in range(1, n + 1) if degree[v] == 1]
    left, rounds = n, 0
    while left > 2:
        rounds += 1
        left -= len(leaves)
        fresh = []
        for v in leaves:
            w = neighbour[v]
            neighbour[w] ^= v
            degree[w] -= 1
            if degree[w] == 1:
                fresh.append(w)
        leaves = fresh
    print(2 * rounds + left - 1)


main()
