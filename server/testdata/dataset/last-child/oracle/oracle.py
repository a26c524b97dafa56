def solve(s):
    n, k = map(int, s.split())
    circle, at = list(range(1, n + 1)), 0
    while len(circle) > 1:
        at = (at + k - 1) % len(circle)
        del circle[at]
    return str(circle[0])


def draw(r):
    return f"{r.randint(1, r.choice([5, 30]))} {r.randint(1, r.choice([4, 40, 10**9]))}\n"
