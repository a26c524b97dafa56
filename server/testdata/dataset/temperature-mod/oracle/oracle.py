def solve(s):
    v = list(map(int, s.split()))
    total = zero = 0
    for d in v[2:]:
        total += d
        zero += total % v[1] == 0
    return f"{total % v[1]} {zero}"


def draw(r):
    n, top = r.randint(1, 7), r.choice([3, 8, 10**9])
    return f"{n} {r.randint(1, r.choice([4, top]))}\n" + " ".join(str(r.randint(-top, top)) for _ in range(n)) + "\n"
