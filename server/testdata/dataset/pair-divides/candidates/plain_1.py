def find_pair(a, m):
    for j in range(len(a) - 1, 0, -1):
        for i in range(j):
            if (a[i] + a[j]) % m == 0:
                return i + 1, j + 1
    return -1, -1


n, m = map(int, input().split())
values = list(map(int, input().split()))
print(*find_pair([v % m for v in values], m))
