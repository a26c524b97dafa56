import sys
sys.setrecursionlimit(100000)
h, w = map(int, input().split())
g = [list(input().strip()) for _ in range(h)]
best = [10**9]
def go(i, j, d):
    if i < 0 or j < 0 or i >= h or j >= w or g[i][j] == '#':
        return
    if i == h - 1 and j == w - 1:
        best[0] = min(best[0], d)
        return
    g[i][j] = '#'
    go(i + 1, j, d + 1)
    go(i, j + 1, d + 1)
    go(i - 1, j, d + 1)
    go(i, j - 1, d + 1)
    g[i][j] = '.'
go(0, 0, 0)
print(best[0] if best[0] < 10**9 else -1)
