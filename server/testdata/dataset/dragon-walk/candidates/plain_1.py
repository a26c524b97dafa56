x, y = map(int, input().split())
x, y = abs(x), abs(y)
if x < y:
    x, y = y, x
steps = x
# x steps allow for (x + 1) // 2 slanting ones
missing = y - (x + 1) // 2
if missing > 0:
    # every three fields more cost two straight steps and one slanting step
    total = x + y
    steps = total * 2 // 3
    while steps + (steps + 1) // 2 < total:
        steps += 1
print(steps)
