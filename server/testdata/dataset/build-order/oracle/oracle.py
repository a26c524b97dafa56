def solve(s):
    v = list(map(int, s.split()))
    n = v[0]
    pairs = list(zip(v[2::2], v[3::2]))
    order = []
    while len(order) < n:
        free = [x for x in range(1, n + 1) if x not in order and all(a in order for a, b in pairs if b == x)]
        if not free:
            return "impossible"
        order.append(free[0])
    return " ".join(map(str, order))


def check(given, out):
    if solve(given) == "impossible":
        return out.split() == ["impossible"]
    v = list(map(int, given.split()))
    try:
        order = list(map(int, out.split()))
    except ValueError:
        return False
    return (sorted(order) == list(range(1, v[0] + 1))
            and all(order.index(a) < order.index(b) for a, b in zip(v[2::2], v[3::2])))


def draw(r):
    n, m, rank = r.randint(2, 7), r.randint(1, 8), list(range(1, 8))
    r.shuffle(rank)
    pairs = [r.sample(range(1, n + 1), 2) for _ in range(m)]
    if r.random() < 0.7:
        pairs = [sorted(p, key=lambda x: rank[x - 1]) for p in pairs]
    return f"{n} {m}\n" + "".join(f"{a} {b}\n" for a, b in pairs)
