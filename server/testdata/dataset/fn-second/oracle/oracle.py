import json


def solve(s):
    v = sorted(set(json.loads(s)))
    return str(v[-2] if len(v) > 1 else v[0])


def draw(r):
    low = r.choice([-3, -1000, 0])
    return json.dumps([r.randint(low, low + r.choice([3, 1000])) for _ in range(r.randint(1, 7))]) + "\n"
