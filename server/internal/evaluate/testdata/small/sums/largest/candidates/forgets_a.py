a, b, c = map(int, input().split())
print(c if c > a else b)
