a, b = map(int, input().split())
minutes = b - a
hours = minutes // 60
if minutes % 60 > 0:
    hours += 1
print(hours * 2)
