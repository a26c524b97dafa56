print(sorted(map(int, input().split()))[-1])
