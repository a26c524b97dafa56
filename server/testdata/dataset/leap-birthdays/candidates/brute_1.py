a, b = map(int, input().split())
def leap(y):
    if y % 400 == 0:
        return True
    if y % 100 == 0:
        return False
    return y % 4 == 0
if not leap(a):
    print("impossible")
else:
    n = 0
    for y in range(a + 1, b + 1):
        if leap(y):
            n += 1
    print(n)
