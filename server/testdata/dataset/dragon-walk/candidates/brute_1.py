from collections import deque
tx, ty = map(int, input().split())
start = (0, 0, False)
dist = {start: 0}
queue = deque([start])
while queue:
    x, y, slant = state = queue.popleft()
    if x == tx and y == ty:
        print(dist[state])
        break
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            if dx == dy == 0 or (dx and dy and slant):
                continue
            new = (x + dx, y + dy, bool(dx and dy))
            if new not in dist:
                dist[new] = dist[state] + 1
                queue.append(new)
