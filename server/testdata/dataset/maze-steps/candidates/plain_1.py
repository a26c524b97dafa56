from collections import deque


def main():
    h, w = map(int, input().split())
    grid = [input().strip() for _ in range(h)]
    if grid[0][0] == '#' or grid[h - 1][w - 1] == '#':
        print(-1)
        return
    dist = {(0, 0): 0}
    queue = deque([(0, 0)])
    while queue:
        r, c = queue.popleft()
        if (r, c) == (h - 1, w - 1):
            print(dist[(r, c)])
            return
        for dr, dc in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            nr, nc = r + dr, c + dc
            if 0 <= nr < h and 0 <= nc < w and grid[nr][nc] == '.' and (nr, nc) not in dist:
                dist[(nr, nc)] = dist[(r, c)] + 1
                queue.append((nr, nc))
    print(-1)


main()
