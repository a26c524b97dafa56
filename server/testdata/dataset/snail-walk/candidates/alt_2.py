h, w = map(int, input().split())
cells = []
for i in range(h):
    for j, x in enumerate(input().split()):
        # ring from outside, then the place on the ring
        k = min(i, j, h - 1 - i, w - 1 - j)
        hh, ww, a, b = h - 2 * k, w - 2 * k, i - k, j - k
        if a == 0:
            p = b
        elif b == ww - 1:
            p = ww - 1 + a
        elif a == hh - 1:
            p = ww - 1 + hh - 1 + (ww - 1 - b)
        else:
            p = 2 * (ww - 1) + hh - 1 + (hh - 1 - a)
        cells.append((k, p, x))
print(*[x for _, _, x in sorted(cells)])
