def solve(s):
    lines = [list(map(int, line.split())) for line in s.strip().split("\n")]
    shelf, out = {}, []
    for kind, a, b in lines[1:]:
        if kind == 1:
            shelf[a] = shelf.get(a, 0) + b
        else:
            out.append(str(sum(x for p, x in shelf.items() if a <= p <= b)))
    return "\n".join(out)


def draw(r):
    n, q, top = r.randint(1, 6), r.randint(1, 8), r.choice([3, 10**9])
    return f"{n} {q}\n" + "".join(f"1 {r.randint(1, n)} {r.randint(1, top)}\n" if r.random() < 0.5 else
                                  "2 %d %d\n" % tuple(sorted([r.randint(1, n), r.randint(1, n)])) for _ in range(q))
