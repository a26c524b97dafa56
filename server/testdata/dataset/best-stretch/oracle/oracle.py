def solve(s):
    v = list(map(int, s.split()))
    n, k, a = v[0], v[1], v[2:]
    return str(max(sum(a[i:j]) for i in range(n) for j in range(i + 1, min(n, i + k) + 1)))


def draw(r):
    n, top = r.randint(1, 8), r.choice([3, 10, 10**9])
    high = r.choice([top, top, 0])
    return f"{n} {r.randint(1, n)}\n" + " ".join(str(r.randint(-top, high)) for _ in range(n)) + "\n"


SLOW = ["tests/8", "tests/9"]
