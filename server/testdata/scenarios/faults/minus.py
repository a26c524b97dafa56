x, y = (int(t) for t in input().split())
difference = x - (0 - y)
print(difference)
