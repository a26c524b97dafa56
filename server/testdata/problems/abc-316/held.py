s = input()
number = int(s[3:])
print("Yes" if 1 <= number <= 349 and number != 316 else "No")
