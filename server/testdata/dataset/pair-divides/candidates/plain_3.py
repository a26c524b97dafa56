n, m = map(int, input().split())
a = list(map(int, input().split()))
position = {}
for i, x in enumerate(a):
    position[x % m] = i + 1
found = (-1, -1)
for i, x in enumerate(a):
    need = (m - x % m) % m
    if need in position:
        found = tuple(sorted((i + 1, position[need])))
        break
print(*found)
