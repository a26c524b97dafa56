n = int(input())
print(n // 20 + 1)
