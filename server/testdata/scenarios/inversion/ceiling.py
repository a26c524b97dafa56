import math

bottles = int(input())
print(math.ceil(bottles / 20))
