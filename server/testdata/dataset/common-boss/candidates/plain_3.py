n, q = map(int, input().split())
boss = [0, 0] + list(map(int, input().split()))


def bosses(x):
    result = []
    while boss[x] != 0:
        x = boss[x]
        result.append(x)
    return result


for _ in range(q):
    u, v = map(int, input().split())
    others = set(bosses(v))
    answer = 1
    for b in bosses(u):
        if b in others:
            answer = b
            break
    print(answer)
