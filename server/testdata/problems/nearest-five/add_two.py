n = int(input())
print((n + 2) // 5 * 5)
