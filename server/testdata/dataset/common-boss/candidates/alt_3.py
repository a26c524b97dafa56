n, q = map(int, input().split())
boss = dict(zip(range(2, n + 1), map(int, input().split())))


def chain(x):
    people = [x]
    while people[-1] in boss:
        people.append(boss[people[-1]])
    return people[:-1] or people


for _ in range(q):
    u, v = map(int, input().split())
    above = set(chain(v))
    while u not in above:
        u = boss[u]
    print(u)
