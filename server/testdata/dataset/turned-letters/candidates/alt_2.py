k = int(input())
wheel = "abcdefghijklmnopqrstuvwxyz" * 3
out = []
for c in input().strip():
    if c.isalpha():
        x = wheel[26 + wheel.index(c.lower()) + k]
        out.append(x.upper() if c.isupper() else x)
    else:
        out.append(c)
print(*out, sep="")
