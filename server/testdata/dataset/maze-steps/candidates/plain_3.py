from collections import deque
h, w = map(int, input().split())
rows = [input().strip() for _ in range(h)]
dist = [[None] * w for _ in range(h)]
dist[0][0] = 0
todo = deque([(0, 0)])
while todo:
    y, x = todo.popleft()
    for ny, nx in [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]:
        if ny < 0 or nx < 0 or ny >= h or nx >= w:
            continue
        if rows[ny][nx] == '#' or dist[ny][nx] is not None:
            continue
        dist[ny][nx] = dist[y][x] + 1
        todo.append((ny, nx))
answer = dist[h - 1][w - 1]
print(-1 if answer is None else answer)
