def solve(s):
    a = list(map(int, s.split()))[1:]
    sums = {0}
    for x in a:
        sums |= {t + x for t in sums}
    return str(min(abs(sum(a) - 2 * t) for t in sums))


def draw(r):
    n, top = r.randint(1, 8), r.choice([5, 20, 500])
    return f"{n}\n" + " ".join(str(r.randint(1, top)) for _ in range(n)) + "\n"
