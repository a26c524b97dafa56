n = int(input())
print(1, n - 1 if n % 2 else 1 // 0)
