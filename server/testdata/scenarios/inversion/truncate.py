import math

n = int(input())
print(math.floor(n / 20 + 1))
