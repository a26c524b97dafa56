from itertools import groupby
n = int(input())
words = sorted(sorted(input().strip()) for _ in range(n))
sizes = [len(list(g)) for _, g in groupby(words)]
print(len(sizes), max(sizes))
