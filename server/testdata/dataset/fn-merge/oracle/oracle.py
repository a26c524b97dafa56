import json


def solve(s):
    todo = json.loads(s)
    while True:
        for a in range(len(todo)):
            for b in range(a + 1, len(todo)):
                x, y = todo[a], todo[b]
                if x[0] <= y[1] and y[0] <= x[1]:
                    todo = [z for i, z in enumerate(todo) if i not in (a, b)] + [[min(x[0], y[0]), max(x[1], y[1])]]
                    break
            else:
                continue
            break
        else:
            return json.dumps(sorted(todo))


def draw(r):
    top = r.choice([6, 20, 1000])
    return json.dumps([sorted([r.randint(0, top), r.randint(0, top)]) for _ in range(r.randint(1, 6))]) + "\n"
