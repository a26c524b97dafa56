def solve(s):
    v = list(map(int, s.split()))
    x, coins = v[1], v[2:]
    reach, steps, seen = {0}, 0, {0}
    while reach and x not in reach:
        reach = {t + c for t in reach for c in coins if t + c <= x} - seen
        seen |= reach
        steps += 1
    return str(steps if x in reach else -1)


def draw(r):
    n = r.randint(1, 5)
    top = r.choice([6, 12, 30])
    return f"{n} {r.randint(0, r.choice([8, 60]))}\n" + " ".join(map(str, r.sample(range(1, top), n))) + "\n"
