def solve(s):
    v = list(map(int, s.split()))
    broken = set(v[2:])
    before, now = 0, 1
    for step in range(1, v[0] + 1):
        before, now = now, 0 if step in broken else (before + now) % 1000000007
    return str(now)


def draw(r):
    n = r.randint(1, r.choice([6, 12, 200]))
    m = r.randint(1, min(n, r.choice([1, 2, 3])))
    return f"{n} {m}\n" + " ".join(map(str, r.sample(range(1, n + 1), m))) + "\n"
