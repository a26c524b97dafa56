import math

km = int(input())
print(math.ceil(km / 5) * 5)
