total, count = [int(x) for x in input().split()]
# Each factor is 1 when its condition holds and 0 otherwise.
answer = min(total // 25, 1) * min(count // 3, 1)
print(("No", "Yes")[answer])
