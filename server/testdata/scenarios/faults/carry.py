a, b = map(int, input().split())
# Addition by exclusive or and carry, in 16 bits, the highest of which is the sign.
mask = 0xFFFF
while b & mask:
    a, b = (a ^ b) & mask, ((a & b) << 1) & mask
a &= mask
print(a if a < 0x8000 else a - 0x10000)
