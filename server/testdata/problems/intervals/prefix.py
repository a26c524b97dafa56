import sys
from itertools import accumulate

SIZE = 200_002

read = sys.stdin.readline
change = [0] * SIZE
for _ in range(int(read())):
    l, r = map(int, read().split())
    change[l] += 1
    change[r] -= 1

out = []
inside = False
for x, depth in enumerate(accumulate(change)):
    if depth > 0 and not inside:
        out.append(f"{x} ")
        inside = True
    elif depth == 0 and inside:
        out.append(f"{x}\n")
        inside = False
sys.stdout.write("".join(out))
