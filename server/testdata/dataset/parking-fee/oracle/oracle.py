def solve(s):
    a, b = map(int, s.split())
    fee = 0
    for day in range(a // 1440, b // 1440 + 1):
        minutes = max(0, min(b, day * 1440 + 1440) - max(a, day * 1440))
        fee += min(20, 2 * ((minutes + 59) // 60))
    return str(fee)


def draw(r):
    a = r.randint(0, r.choice([60, 3000, 900000]))
    return f"{a} {min(1000000, a + r.randint(1, r.choice([90, 1500, 6000, 100000])))}\n"
