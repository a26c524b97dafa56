def leap_years_until(y):
    return y // 4 - y // 100 + y // 400


def is_leap(y):
    return y % 400 == 0 or (y % 4 == 0 and y % 100 != 0)


a, b = map(int, input().split())
if is_leap(a):
    print(leap_years_until(b) - leap_years_until(a))
else:
    print("impossible")
