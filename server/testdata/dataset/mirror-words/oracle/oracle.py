def solve(s):
    s = s.strip()
    n = len(s)
    return str(sum(s[i:j] == s[i:j][::-1] for i in range(n) for j in range(i + 1, n + 1)))


def draw(r):
    return "".join(r.choice(r.choice(["ab", "abc", "a"])) for _ in range(r.randint(1, 10))) + "\n"
