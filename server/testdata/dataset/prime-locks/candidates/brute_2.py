n = int(input())
p = 2
result = (0, 0)
while n > 1:
    count = 0
    while n % p == 0:
        n //= p
        count += 1
    if count > 0:
        result = (p, count)
    p += 1
print(result[0], result[1])
