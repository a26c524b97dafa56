s = input().strip()
n = len(s)
# hashes of both directions, compared piece by piece
M, B = (1 << 61) - 1, 131
f, g, w = [0], [0], [1]
for a, b in zip(s, reversed(s)):
    f.append((f[-1] * B + ord(a)) % M)
    g.append((g[-1] * B + ord(b)) % M)
    w.append(w[-1] * B % M)
total = 0
for i in range(n):
    for j in range(i + 1, n + 1):
        x = (f[j] - f[i] * w[j - i]) % M
        y = (g[n - i] - g[n - j] * w[j - i]) % M
        total += x == y
print(total)
