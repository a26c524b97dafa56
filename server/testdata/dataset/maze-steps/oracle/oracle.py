def solve(s):
    lines = s.split()
    h, w = int(lines[0]), int(lines[1])
    g = lines[2:]
    far = [[-1] * w for _ in range(h)]
    if g[0][0] == "#":
        return "-1"
    level = {(0, 0)}
    d = 0
    while level:
        for i, j in level:
            far[i][j] = d
        level = {(a, b) for i, j in level for a, b in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1))
                 if 0 <= a < h and 0 <= b < w and g[a][b] == "." and far[a][b] < 0}
        d += 1
    return str(far[h - 1][w - 1])


def draw(r):
    h, w, p = r.randint(1, 6), r.randint(1, 6), r.choice([0.05, 0.2, 0.35])
    return f"{h} {w}\n" + "".join("".join("#" if r.random() < p else "." for _ in range(w)) + "\n" for _ in range(h))
