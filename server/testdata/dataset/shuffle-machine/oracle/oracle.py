import math


def solve(s):
    p = [int(x) - 1 for x in s.split()[1:]]
    deck, count, times = list(range(len(p))), 0, [None] * len(p)
    while None in times:
        deck = [p[x] for x in deck]
        count += 1
        times = [t if t is not None else count if deck[i] == i else None for i, t in enumerate(times)]
    return str(math.lcm(*times))


def draw(r):
    n = r.randint(1, 9)
    return f"{n}\n" + " ".join(map(str, r.sample(range(1, n + 1), n))) + "\n"
