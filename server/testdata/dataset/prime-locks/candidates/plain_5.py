n = int(input())
best, times = 1, 0
d = 2
while d * d <= n:
    if n % d == 0:
        n //= d
        if d != best:
            best, times = d, 0
        times += 1
    else:
        d += 1
if n > 1:
    best, times = n, 1
print(best, times)
