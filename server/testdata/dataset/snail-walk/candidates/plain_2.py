def main():
    h, w = map(int, input().split())
    board = [list(map(int, input().split())) for _ in range(h)]
    visited = [[False] * w for _ in range(h)]
    directions = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    row = col = heading = 0
    path = []
    for _ in range(h * w):
        path.append(board[row][col])
        visited[row][col] = True
        dr, dc = directions[heading]
        nr, nc = row + dr, col + dc
        if not (0 <= nr < h and 0 <= nc < w) or visited[nr][nc]:
            heading = (heading + 1) % 4
            dr, dc = directions[heading]
            nr, nc = row + dr, col + dc
        row, col = nr, nc
    print(" ".join(map(str, path)))


main()
