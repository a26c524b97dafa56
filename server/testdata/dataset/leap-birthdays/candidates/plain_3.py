def is_leap(year):
    return year % 4 == 0 and year % 100 != 0


a, b = map(int, input().split())
if not is_leap(a) and a != 2000:
    print("impossible")
else:
    count = b // 4 - b // 100 - (a // 4 - a // 100)
    print(count)
