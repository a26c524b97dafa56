def solve(s):
    v = list(map(int, s.split()))
    n, q = v[0], v[1]
    above = {1: {1}}
    for i in range(2, n + 1):
        above[i] = above[v[i]] | {i}
    pairs = v[n + 1:]
    return "\n".join(str(max(above[pairs[2 * i]] & above[pairs[2 * i + 1]])) for i in range(q))


def draw(r):
    n, q, near = r.randint(2, 8), r.randint(1, 4), r.choice([1, 2, 9])
    return (f"{n} {q}\n" + " ".join(str(r.randint(max(1, i - near), i - 1)) for i in range(2, n + 1)) + "\n"
            + "".join(f"{r.randint(1, n)} {r.randint(1, n)}\n" for _ in range(q)))
