def solve(s):
    v = list(map(int, s.split()))
    h, w = v[0], v[1]
    field = {(i, j): v[2 + i * w + j] for i in range(h) for j in range(w)}
    i, j, di, dj, out = 0, 0, 0, 1, []
    while field:
        out.append(field.pop((i, j)))
        if (i + di, j + dj) not in field:
            di, dj = dj, -di
        i, j = i + di, j + dj
    return " ".join(map(str, out))


def draw(r):
    h, w, top = r.randint(1, 5), r.randint(1, 5), r.choice([9, 1000])
    return f"{h} {w}\n" + "".join(" ".join(str(r.randint(-top, top)) for _ in range(w)) + "\n" for _ in range(h))
