n, k = map(int, input().split())
circle = list(range(1, n + 1))
i = 0
while len(circle) > 1:
    i = (i + k - 1) % len(circle)
    circle.pop(i)
print(circle[0])
