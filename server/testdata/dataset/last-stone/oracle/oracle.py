def solve(s):
    a = list(map(int, s.split()))[1:]
    if sum(a) <= 12:
        return "first" if wins(tuple(sorted(x for x in a))) else "second"
    x = 0
    for v in a:
        x ^= v
    # as in the usual game as long as there is a pile of two or more; with piles of one it is the parity
    return "first" if (x != 0 if max(a) > 1 else len(a) % 2 == 0) else "second"


known = {}


def wins(a):
    if a not in known:
        after = [tuple(sorted(a[:i] + (() if k == 0 else (k,)) + a[i + 1:])) for i in range(len(a)) for k in range(a[i])]
        known[a] = not a or any(not wins(b) for b in after)
    return known[a]


def draw(r):
    n, top = r.randint(1, 5), r.choice([1, 2, 3, 3, 10**9])
    return f"{n}\n" + " ".join(str(r.randint(1, top)) for _ in range(n)) + "\n"
