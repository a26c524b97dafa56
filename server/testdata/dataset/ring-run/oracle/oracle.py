def solve(s):
    s = s.strip()
    n = len(s)

    def run(i):
        k = 1
        while k < n and s[(i + k) % n] == s[i]:
            k += 1
        return k

    return str(max(run(i) for i in range(n)))


def draw(r):
    return "".join(r.choice(r.choice(["ab", "abc", "a", "aab"])) for _ in range(r.randint(1, 8))) + "\n"
