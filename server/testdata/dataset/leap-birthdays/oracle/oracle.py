def leap(y):
    return y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)


def solve(s):
    a, b = map(int, s.split())
    if not leap(a):
        return "impossible"
    whole = (b - a) // 400 * 400  # 400 years have 97
    return str(whole // 400 * 97 + sum(leap(y) for y in range(a + whole + 1, b + 1)))


def draw(r):
    a = r.choice([4 * r.randint(400, 600), 100 * r.randint(16, 24), r.randint(1600, 2400)])
    return f"{a} {a + r.choice([r.randint(0, 12), r.randint(0, 500), r.randint(0, 10**8)])}\n"
