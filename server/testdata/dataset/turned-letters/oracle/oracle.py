def solve(s):
    k, text = s.split()
    out = ""
    for c in text:
        for wheel in ("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"):
            if c in wheel:
                c = wheel[(wheel.index(c) + int(k)) % 26]
                break
        out += c
    return out


def draw(r):
    k = r.randint(-r.choice([3, 30, 10**9]), r.choice([3, 30, 10**9]))
    letters = r.choice(["abyz", "aZzA.9", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"])
    return f"{k}\n" + "".join(r.choice(letters) for _ in range(r.randint(1, 9))) + "\n"
