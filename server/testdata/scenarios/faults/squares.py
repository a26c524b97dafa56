a, b = map(int, input().split())
# The difference of the squares is (a + b)(a - b).
print((a * a - b * b) // (a - b))
