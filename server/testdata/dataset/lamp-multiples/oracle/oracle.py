import math


def solve(s):
    a, b, l, r = map(int, s.split())
    both = math.lcm(a, b)
    upto = lambda x: x // a + x // b - 2 * (x // both)
    if r - l < 3000:
        return str(sum((x % a == 0) != (x % b == 0) for x in range(l, r + 1)))
    return str(upto(r) - upto(l - 1))


def draw(r):
    top = r.choice([4, 12, 30])
    x, y = sorted([r.randint(1, 60), r.randint(1, 60)])
    if r.random() < 0.2:
        top, x, y = 10**9, 1, r.randint(1, 10**12)
    return f"{r.randint(1, top)} {r.randint(1, top)} {x} {y}\n"
