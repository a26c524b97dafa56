def solve(s):
    words = s.split()[1:]
    kinds = [[w.count(c) for c in "abcdefghijklmnopqrstuvwxyz"] for w in words]
    return f"{sum(k not in kinds[:i] for i, k in enumerate(kinds))} {max(map(kinds.count, kinds))}"


def draw(r):
    n, letters, top = r.randint(1, 8), r.choice(["ab", "abc", "xyz"]), r.choice([2, 3, 6])
    return f"{n}\n" + "".join("".join(r.choice(letters) for _ in range(r.randint(1, top))) + "\n" for _ in range(n))
