import json


def solve(s):
    count = 0
    for v in json.loads(s):
        digits = [int(c) for c in str(abs(v))]
        if v < 0:
            digits[0] *= -1
        count += sum(digits) > 0
    return str(count)


def draw(r):
    top = r.choice([30, 300, 100000])
    return json.dumps([r.randint(-top, top) for _ in range(r.randint(0, 6))]) + "\n"
