import sys

LIMIT = 200000
numbers = iter(sys.stdin.read().split())
n = int(next(numbers))
furthest = [0] * (LIMIT + 1)  # furthest[l]: largest right end of the intervals that begin at l
for _ in range(n):
    l = int(next(numbers))
    r = int(next(numbers))
    if r > furthest[l]:
        furthest[l] = r

lines = []
x = 1
while x <= LIMIT:
    if furthest[x] == 0:
        x += 1
        continue
    begin, end = x, furthest[x]
    while x <= end:
        if furthest[x] > end:
            end = furthest[x]
        x += 1
    lines.append("%d %d" % (begin, end))
print("\n".join(lines))
