n = int(input())
hours = minutes = seconds = 0
for _ in range(n):
    m, s = map(int, input().split(":"))
    minutes += m
    seconds += s
minutes += seconds // 60
seconds %= 60
hours += minutes // 60
minutes %= 60
print(hours, minutes, seconds, sep=":")
