def solve(s):
    h, m = map(int, s.split(":"))
    half_degrees = abs((h % 12 * 60 + m) * 1 - m * 12)
    return str(min(half_degrees, 720 - half_degrees))


def draw(r):
    return f"{r.randint(0, 23)}:{r.randint(0, 59)}\n"
