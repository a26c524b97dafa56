def solve(s):
    n = int(s)
    a = 1
    while "7" in str(a) + str(n - a):
        a += 1
        while "7" in str(a):  # the first 7 becomes 8, and zeros behind it
            t = str(a)
            at = t.index("7")
            a = int(t[:at] + "8" + "0" * (len(t) - at - 1))
        rest = str(n - a)
        if "7" in rest:  # take as much as lets the first 7 vanish
            at = rest.index("7")
            a += int(rest[at + 1:] or "0")
    return f"{a} {n - a}"


def check(given, out):
    n, words = int(given), out.split()
    return (len(words) == 2 and all(w.isascii() and w.isdigit() and w[0] != "0" for w in words)
            and "7" not in out and sum(map(int, words)) == n)


def draw(r):
    return f"{r.randint(2, r.choice([20, 200, 5000, 10**9]))}\n"
