def solve(s):
    v = list(map(int, s.split()))
    n, k, a = v[0], v[1], v[2:]
    upto = [0]  # totals of the first i kilometres
    for x in a:
        upto.append(upto[-1] + x)
    return str(max(max(upto[i + 1:i + k + 1]) - upto[i] for i in range(n)))


def draw(r):
    n, top = r.randint(1, 8), r.choice([3, 10, 10**9])
    high = r.choice([top, top, 0])
    return f"{n} {r.randint(1, n)}\n" + " ".join(str(r.randint(-top, high)) for _ in range(n)) + "\n"
