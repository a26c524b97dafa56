def solve(s):
    a, b, c, d, e, f = map(int, s.split())
    twice = abs(a * d - b * c + c * f - d * e + e * b - f * a)
    return f"{twice // 2}.{twice % 2 * 5}"


def draw(r):
    top = r.choice([2, 9, 10**6])
    return "".join(f"{r.randint(-top, top)} {r.randint(-top, top)}\n" for _ in range(3))
