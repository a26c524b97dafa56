def solve(s):
    it = iter(map(int, s.split()))
    out = []
    for _ in range(next(it)):
        a = [next(it) for _ in range(next(it))]
        x = 0
        while x in a:
            x += 1
        out.append(str(x))
    return "\n".join(out)


def draw(r):
    t = r.randint(1, 4)
    top = r.choice([2, 5, 10**9])
    return f"{t}\n" + "".join(f"{n}\n" + " ".join(str(r.choice([i, r.randint(0, top)])) for i in range(n)) + "\n" for n in [r.randint(1, 6) for _ in range(t)])
