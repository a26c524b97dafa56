import sys


def main():
    n, *ends = map(int, sys.stdin.buffer.read().split())
    adjacent = [[] for _ in range(n + 1)]
    for u, v in zip(ends[0::2], ends[1::2]):
        adjacent[u].append(v)
        adjacent[v].append(u)

    parent = [0] * (n + 1)
    order = [1]
    for v in order:
        for w in adjacent[v]:
            if w != parent[v]:
                parent[w] = v
                order.append(w)

    # Children come after their parents in order, so backwards every arm is complete when it is used.
    arm = [0] * (n + 1)
    answer = 0
    for v in reversed(order[1:]):
        p = parent[v]
        reach = arm[v] + 1
        if arm[p] + reach > answer:
            answer = arm[p] + reach
        if reach > arm[p]:
            arm[p] = reach
    print(answer)


main()
