h, m = map(int, input().split(":"))
hour = h * 30 + m / 2
minute = m * 6
d = abs(hour - minute)
d = min(d, 360 - d)
print(int(d * 2))
