def solve(s):
    v = list(map(int, s.split()))[1:]
    talks = sorted(zip(v[::2], v[1::2]))
    best = {}
    for i in range(len(talks) - 1, -1, -1):
        best[i] = 1 + max((best[j] for j in range(i + 1, len(talks)) if talks[j][0] >= talks[i][1]), default=0)
    return str(max(best.values()))


def draw(r):
    n, top = r.randint(1, 7), r.choice([5, 12, 100000])
    return f"{n}\n" + "".join("%d %d\n" % tuple(sorted(r.sample(range(top + 1), 2))) for _ in range(n))
