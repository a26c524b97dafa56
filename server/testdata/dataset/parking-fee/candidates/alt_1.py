a, b = map(int, input().split())
fee = 0
for day in range(a // 1440, (b - 1) // 1440 + 1):
    start = max(a, day * 1440)
    end = min(b, (day + 1) * 1440)
    hours = (end - 1) // 60 - start // 60 + 1
    fee += min(20, hours * 2)
print(fee)
