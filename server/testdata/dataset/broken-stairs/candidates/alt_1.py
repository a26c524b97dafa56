# between two broken steps the ways are Fibonacci numbers, by doubling
P = 1000000007
def fib(n):
    if n == 0:
        return 0, 1
    a, b = fib(n // 2)
    c = a * (2 * b - a) % P
    d = (a * a + b * b) % P
    return (d, (c + d) % P) if n % 2 else (c, d)
n, m = map(int, input().split())
ways, at = 1, 0
for b in sorted(map(int, input().split())):
    if b == at and b > 0 or b == n:
        ways = 0
        break
    # up to the step before b, then over b
    ways = ways * fib(b - at)[0] % P
    at = b + 1
print(ways * fib(n - at + 1)[0] % P if ways else 0)
