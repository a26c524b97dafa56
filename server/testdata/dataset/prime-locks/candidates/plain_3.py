n = int(input())
largest, exponent = n, 1
p = 2
while p * p <= n:
    if n % p == 0:
        largest, exponent = p, 0
        while n % p == 0:
            n //= p
            exponent += 1
    p += 1
print(largest, exponent)
