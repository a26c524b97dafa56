n, q = map(int, input().split())
shelf = [0] * (n + 1)
for _ in range(q):
    kind, a, b = map(int, input().split())
    if kind == 1:
        shelf[a] += b
    else:
        print(sum(shelf[a:b]) if a < b else shelf[a])
