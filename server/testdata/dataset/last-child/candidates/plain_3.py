n, k = map(int, input().split())
circle = list(range(1, n + 1))
position = (k - 1) % n
while len(circle) > 1:
    circle.pop(position)
    position = (position + k) % len(circle)
print(circle[0])
