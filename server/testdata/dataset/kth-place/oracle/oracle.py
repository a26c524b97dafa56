def solve(s):
    v = list(map(int, s.split()))
    n, q = v[0], v[1]
    return "\n".join(str(1 + sum(p > x for p in v[2:2 + n])) for x in v[2 + n:])


def draw(r):
    n, q, top = r.randint(1, 6), r.randint(1, 4), r.choice([3, 10, 1000000])
    return f"{n} {q}\n" + " ".join(str(r.randint(0, top)) for _ in range(n)) + "\n" + "".join(f"{r.randint(0, top)}\n" for _ in range(q))
