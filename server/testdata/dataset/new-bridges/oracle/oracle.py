def solve(s):
    v = list(map(int, s.split()))
    colour = list(range(v[0] + 1))
    for a, b in zip(v[2::2], v[3::2]):
        old, new = colour[a], colour[b]
        colour = [new if c == old else c for c in colour]
    return str(len(set(colour[1:])) - 1)


def draw(r):
    n = r.randint(2, 8)
    m = r.randint(1, 8)
    return f"{n} {m}\n" + "".join("%d %d\n" % tuple(r.sample(range(1, n + 1), 2)) for _ in range(m))
