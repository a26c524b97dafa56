h, w = map(int, input().split())
a = [input().split() for _ in range(h)]
result = []
top, bottom, left, right = 0, h - 1, 0, w - 1
while top <= bottom and left <= right:
    for j in range(left, right + 1):
        result.append(a[top][j])
    for i in range(top + 1, bottom + 1):
        result.append(a[i][right])
    for j in range(right - 1, left - 1, -1):
        result.append(a[bottom][j])
    for i in range(bottom - 1, top, -1):
        result.append(a[i][left])
    top, bottom, left, right = top + 1, bottom - 1, left + 1, right - 1
print(*result)
