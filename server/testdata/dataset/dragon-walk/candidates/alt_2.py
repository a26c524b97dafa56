x, y = sorted(abs(int(t)) for t in input().split())
# by formula: either the longer side, or two thirds of the sum
print(max(y, (2 * (x + y) + 1) // 3))
