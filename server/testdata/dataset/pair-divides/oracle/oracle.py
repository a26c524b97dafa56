def solve(s):
    v = list(map(int, s.split()))
    n, m, a = v[0], v[1], v[2:]
    for i in range(n):
        for j in range(i + 1, n):
            if (a[i] + a[j]) % m == 0:
                return f"{i + 1} {j + 1}"
    return "-1 -1"


def check(given, out):
    v = list(map(int, given.split()))
    try:
        i, j = map(int, out.split())
    except ValueError:
        return False
    if (i, j) == (-1, -1):
        return solve(given) == "-1 -1"
    return 1 <= i < j <= v[0] and (v[1 + i] + v[1 + j]) % v[1] == 0


def draw(r):
    n, top = r.randint(2, 6), r.choice([5, 30, 10**9])
    return f"{n} {r.randint(1, r.choice([6, 40]))}\n" + " ".join(str(r.randint(r.choice([-top, 0]), top)) for _ in range(n)) + "\n"
