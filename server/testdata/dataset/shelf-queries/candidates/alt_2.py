n, q = map(int, input().split())
size = 40
shelf, blocks = [0] * (n + 1), [0] * (n // size + 1)
for _ in range(q):
    kind, a, b = map(int, input().split())
    if kind == 1:
        shelf[a] += b
        blocks[a // size] += b
        continue
    total = 0
    while a <= b:
        if a % size == 0 and a + size - 1 <= b:
            total += blocks[a // size]
            a += size
        else:
            total += shelf[a]
            a += 1
    print(total)
