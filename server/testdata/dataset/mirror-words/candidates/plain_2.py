s = input().strip()
n = len(s)
is_pal = [[False] * n for _ in range(n)]
count = 0
for length in range(1, n + 1):
    for i in range(n - length + 1):
        j = i + length - 1
        if s[i] == s[j] and (length <= 2 or is_pal[i + 1][j - 1]):
            is_pal[i][j] = True
            count += 1
print(count)
