def solve(s):
    s = s.strip()
    best = 0
    for i in range(len(s)):
        for j in range(i, len(s)):
            if s[j] in "aeiou":
                break
            best = max(best, j - i + 1)
    return str(best)


def draw(r):
    letters = r.choice(["ab", "aeioubcd", "abcdefghijklmnopqrstuvwxyz", "xyz"])
    return "".join(r.choice(letters) for _ in range(r.randint(1, 12))) + "\n"
