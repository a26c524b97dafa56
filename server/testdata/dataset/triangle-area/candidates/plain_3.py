import math
pts = [tuple(map(float, input().split())) for _ in range(3)]
a = math.dist(pts[0], pts[1])
b = math.dist(pts[1], pts[2])
c = math.dist(pts[2], pts[0])
p = (a + b + c) / 2
print(max(0.0, p * (p - a) * (p - b) * (p - c)) ** 0.5)
