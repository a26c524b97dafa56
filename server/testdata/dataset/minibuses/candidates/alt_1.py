import sys
data = list(map(int, sys.stdin.read().split()))
c, k = data[0], data[1]
total = c + sum(data[2:2 + c])
# binary search on the number of buses
lo, hi = 0, total
while hi - lo > 1:
    mid = (lo + hi) // 2
    if mid * k >= total:
        hi = mid
    else:
        lo = mid
print(hi)
