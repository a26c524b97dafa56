n = int(input())
for a in range(1, n):
    if '7' not in str(a):
        print(a, n - a)
        break
