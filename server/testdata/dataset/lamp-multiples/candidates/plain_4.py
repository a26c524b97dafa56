a, b, l, r = map(int, input().split())


def count(limit):
    if a == b:
        return 0
    return limit // a + limit // b - 2 * (limit // (a * b))


print(count(r) - count(l - 1))
