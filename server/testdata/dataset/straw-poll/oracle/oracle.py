def solve(s):
    names = s.split()[1:]
    most = max(map(names.count, names))
    for i in range(len(names)):
        if names[:i + 1].count(names[i]) == most:
            return names[i]


def draw(r):
    n, who = r.randint(1, 9), r.choice([["a", "b"], ["ann", "bob", "cy"], ["zoe", "x", "ab", "abc"]])
    return f"{n}\n" + "".join(r.choice(who) + "\n" for _ in range(n))
