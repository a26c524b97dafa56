a, b, l, r = map(int, input().split())
count = 0
for lamp in range(l, r + 1):
    if (lamp % a == 0) != (lamp % b == 0):
        count += 1
print(count)
