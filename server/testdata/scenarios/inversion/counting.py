n = int(input())
print(len(range(0, n, 20)))
