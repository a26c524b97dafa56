a, b = map(int, input().split())
if a % 4 != 0:
    print("impossible")
else:
    birthdays = b // 4 - a // 4
    print(birthdays)
