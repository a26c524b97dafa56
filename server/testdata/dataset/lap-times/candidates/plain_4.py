from datetime import timedelta
n = int(input())
total = timedelta()
for _ in range(n):
    m, s = input().split(":")
    total += timedelta(minutes=int(m), seconds=int(s))
hours = total.seconds // 3600
print(f"{hours}:{total.seconds // 60 % 60:02}:{total.seconds % 60:02}")
