SIDE_BY_SIDE = {(1, 2), (2, 3), (4, 5), (5, 6), (7, 8), (8, 9)}

a, b = map(int, input().split())
if (a, b) in SIDE_BY_SIDE:
    print("Yes")
else:
    print("No")
