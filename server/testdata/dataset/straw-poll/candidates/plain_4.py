def main():
    n = int(input())
    tally = {}
    for _ in range(n):
        name = input().strip()
        tally[name] = tally.get(name, 0) + 1
    best = max(tally.values())
    print(min(name for name, votes in tally.items() if votes == best))


main()
