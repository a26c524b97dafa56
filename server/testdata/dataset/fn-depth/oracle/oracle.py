import json


def solve(s):
    text, rounds = json.loads(s), {}

    def parse(i):  # the deepest nesting from i on, and where it ends
        best = 0
        while i < len(text) and text[i] in "([":
            inner, j = parse(i + 1)
            if j >= len(text) or text[j] != {"(": ")", "[": "]"}[text[i]]:
                return 0, len(text) + 1
            best, i = max(best, inner + 1), j + 1
        return best, i

    best, end = parse(0)
    return str(best if end == len(text) else -1)


def draw(r):
    def make(n):
        if n <= 0:
            return ""
        k = r.randint(0, n - 1)
        a, b = r.choice(["()", "[]"])
        return a + make(k) + b + make(n - 1 - k)
    t = list(make(r.randint(0, 6)))
    if t and r.random() < 0.4:
        t[r.randrange(len(t))] = r.choice("()[]")
    if t and r.random() < 0.15:
        del t[r.randrange(len(t))]
    return json.dumps("".join(t)) + "\n"
