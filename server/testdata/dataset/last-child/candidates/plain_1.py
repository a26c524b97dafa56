def survivor(n, k):
    position = 0
    for size in range(2, n + 1):
        position = (position + k) % size
    return position + 1


n, k = map(int, input().split())
print(survivor(n, k))
