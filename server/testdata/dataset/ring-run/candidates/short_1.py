from itertools import groupby
print(max(len(list(g)) for _,g in groupby(input().strip())))
