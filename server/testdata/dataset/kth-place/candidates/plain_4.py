n, q = map(int, input().split())
points = sorted(input().split(), reverse=True)
for _ in range(q):
    x = input().strip()
    place = 1
    while place <= n and points[place - 1] > x:
        place += 1
    print(place)
