import json


def solve(s):
    a, k = s.strip().split("\n")
    a, k = json.loads(a), int(k)
    new = a[:]
    for i, v in enumerate(a):
        new[(i + k) % len(a)] = v
    return json.dumps(new)


def draw(r):
    top = r.choice([3, 12, 10**9])
    return json.dumps([r.randint(0, 99) for _ in range(r.randint(1, 7))]) + f"\n{r.randint(-top, top)}\n"
