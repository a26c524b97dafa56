def adjacent(a, b):
    if b - a != 1:
        return False
    return b % 3 != 0


x, y = (int(t) for t in input().split())
print("Yes" if adjacent(x, y) else "No")
