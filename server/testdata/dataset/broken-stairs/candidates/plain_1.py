MOD = 10**9 + 7


def main():
    n, m = map(int, input().split())
    broken = set(map(int, input().split()))
    ways = [0] * (n + 2)
    ways[0] = 1
    for step in range(1, n + 1):
        if step in broken:
            continue
        ways[step] = ways[step - 1]
        if step >= 2:
            ways[step] += ways[step - 2]
        ways[step] %= MOD
    print(ways[n])


main()
