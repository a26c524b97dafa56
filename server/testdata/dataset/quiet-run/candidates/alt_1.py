from itertools import groupby
runs = [len(list(g)) for quiet, g in groupby(input().strip(), key=lambda ch: ch not in "aeiou") if quiet]
print(max(runs, default=0))
