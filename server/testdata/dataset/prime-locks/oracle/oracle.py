def solve(s):
    n = int(s)
    p, best = 2, None
    while n > 1:
        if p * p > n:
            p = n
        k = 0
        while n % p == 0:
            n //= p
            k += 1
        if k:
            best = (p, k)
        p += 1
    return "%d %d" % best


def draw(r):
    n = r.choice([r.randint(2, 60), r.randint(2, 5000), r.randint(2, 10**6)])
    if r.random() < 0.2:
        n = r.choice([2, 3, 7, 97, 1009]) ** r.randint(1, 3) * r.choice([1, 2, 5])
    return f"{n}\n"
