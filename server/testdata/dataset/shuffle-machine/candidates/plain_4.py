from math import gcd
n = int(input())
p = list(map(int, input().split()))
seen = set()
result = 1
for i in range(1, n + 1):
    if i in seen:
        continue
    length = 0
    while i not in seen:
        seen.add(i)
        i = p[i - 1]
        length += 1
    result = result * length // gcd(result, length)
print(result % 1000000007)
