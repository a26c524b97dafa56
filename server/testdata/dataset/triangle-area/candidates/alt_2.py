p, q, r = (complex(*map(int, input().split())) for _ in range(3))
u, v = q - p, r - p
print(abs((u.conjugate() * v).imag) / 2)
