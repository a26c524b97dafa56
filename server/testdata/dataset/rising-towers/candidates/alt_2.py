n = int(input())
h = list(map(int, input().split()))
# piles of patience sorting; a card goes onto the first pile with a card that is not smaller
piles = []
for x in h:
    lo, hi = 0, len(piles)
    while lo < hi:
        mid = (lo + hi) // 2
        if piles[mid] >= x:
            hi = mid
        else:
            lo = mid + 1
    if lo == len(piles):
        piles.append(x)
    piles[lo] = x
print(len(piles))
