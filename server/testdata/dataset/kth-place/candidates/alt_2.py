n, q = map(int, input().split())
p = sorted(map(int, input().split()), reverse=True)
place = {}
for i, v in enumerate(p):
    place.setdefault(v, i + 1)
for _ in range(q):
    x = int(input())
    if x > p[0]:
        print(1)
    else:
        print(place[x])
