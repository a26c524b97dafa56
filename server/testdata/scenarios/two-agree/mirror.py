s = input()
print("Yes" if s == s[::-1] else "No")
