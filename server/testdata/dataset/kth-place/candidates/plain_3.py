n, q = map(int, input().split())
points = sorted(set(map(int, input().split())), reverse=True)
for _ in range(q):
    x = int(input())
    place = 1
    for p in points:
        if p > x:
            place += 1
    print(place)
