n = int(input())
a = list(map(int, input().split()))
if max(a) == 1:
    print("first" if n % 2 == 1 else "second")
else:
    x = 0
    for v in a:
        x ^= v
    print("second" if x == 0 or n == 1 and a[0] == 1 else "first")
