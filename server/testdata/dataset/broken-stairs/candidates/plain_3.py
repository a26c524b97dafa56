n, m = map(int, input().split())
broken = set(int(x) for x in input().split())
MOD = 1000000007
a, b = 1, (0 if 1 in broken and n > 1 else 1)
for step in range(2, n + 1):
    a, b = b, (a + b) % MOD
    if step in broken and step < n:
        b = 0
print(b)
