n = int(input())
stations = [s for s in range(100) if s % 5 == 0]
best = stations[0]
for s in stations:
    if abs(n - s) <= abs(n - best):
        best = s
print(best)
