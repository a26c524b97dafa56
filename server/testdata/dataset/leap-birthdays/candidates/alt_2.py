a, b = map(int, input().split())
def leap(y):
    return y % 4 == 0 and (y % 100 > 0 or y % 400 == 0)
if not leap(a):
    print("impossible")
else:
    blocks, rest = divmod(b - a, 400)
    n = blocks * 96
    for y in range(b - rest + 1, b + 1):
        n += leap(y)
    print(n)
