n = int(input())
total = 0
for x in input().split():
    total += int(x)
print(total)
