a, b = map(int, input().split())


def rate(minutes):
    return (minutes + 59) // 60 * 2


first, last = a // 1440, b // 1440
if first == last:
    print(min(20, rate(b - a)))
else:
    fee = min(20, rate((first + 1) * 1440 - a))
    fee += (last - first - 1) * rate(1440)
    fee += min(20, rate(b - last * 1440))
    print(fee)
