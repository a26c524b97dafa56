def gcd(x, y):
    while y:
        x, y = y, x % y
    return x


def multiples(d, l, r):
    return r // d - (l - 1) // d


a, b, l, r = map(int, input().split())
both = a * b // gcd(a, b)
print(multiples(a, l, r) + multiples(b, l, r) - 2 * multiples(both, l, r))
