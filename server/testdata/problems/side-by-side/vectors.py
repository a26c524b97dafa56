place = {3 * r + c + 1: complex(c, r) for r in range(3) for c in range(3)}
first, second = map(int, input().split())
print("Yes" if place[second] - place[first] == 1 else "No")
