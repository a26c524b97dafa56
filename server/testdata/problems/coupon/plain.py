T, n = map(int, input().split())
print("Yes" if T >= 25 and n >= 3 else "No")
