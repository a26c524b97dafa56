n = int(input())
diffs = {0}
for x in map(int, input().split()):
    diffs = {abs(d + x) for d in diffs} | {abs(d - x) for d in diffs}
print(min(diffs))
