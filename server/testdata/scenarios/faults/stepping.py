a, b = map(int, input().split())
total = a
while total != a + b:
    total += 1
print(total)
