def solve(s):
    h = list(map(int, s.split()))[1:]
    best = []
    for i, x in enumerate(h):
        best.append(1 + max((best[j] for j in range(i) if h[j] < x), default=0))
    return str(max(best))


def draw(r):
    n, top = r.randint(1, 9), r.choice([3, 9, 10**9])
    return f"{n}\n" + " ".join(str(r.randint(1, top)) for _ in range(n)) + "\n"


SLOW = ["tests/5", "tests/6"]
