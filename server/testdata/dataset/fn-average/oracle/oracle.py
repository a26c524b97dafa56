import json


def solve(s):
    v = json.loads(s)
    low = sum(v) // len(v)
    return str(low + (2 * (sum(v) - low * len(v)) >= len(v)))


def draw(r):
    top = r.choice([2, 9, 1000])
    low = r.choice([-top, -top, 0])
    return json.dumps([r.randint(low, top) for _ in range(r.randint(1, 7))]) + "\n"
