import sys

input = sys.stdin.readline
n = int(input())
result = []
for _ in range(n):
    l, r = map(int, input().split())
    if result and l <= result[-1][1] and r >= result[-1][0]:
        result[-1] = (min(l, result[-1][0]), max(r, result[-1][1]))
    else:
        result.append((l, r))
print("\n".join(f"{l} {r}" for l, r in sorted(result)))
