def solve(s):
    s = s.strip()
    n = len(s)
    return str(max(k for i in range(n) for k in range(1, n + 1) if len({s[(i + j) % n] for j in range(k)}) == 1))


def draw(r):
    return "".join(r.choice(r.choice(["ab", "abc", "a", "aab"])) for _ in range(r.randint(1, 8))) + "\n"


SLOW = ["tests/7", "tests/8"]
