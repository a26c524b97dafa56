def build(n):
    """Digit by digit from the right, with a carry."""
    digits = [int(d) for d in str(n)]
    a = b = 0
    for d in digits:
        x, y = (1, d - 1) if d not in (0, 7, 8) else {0: (0, 0), 7: (3, 4), 8: (4, 4)}[d]
        a, b = a * 10 + x, b * 10 + y
    return a, b


n = int(input())
a, b = build(n)
if b == 0 or a == 0:
    # only the digits 0 and 1: look for a pair nearby
    a = 1
    while '7' in str(a) or '7' in str(n - a):
        a += 1
    b = n - a
print(a, b)
