t = int(input())
for _ in range(t):
    n = int(input())
    a = list(map(int, input().split()))
    count = [0] * 100002
    for v in a:
        count[v] += 1
    x = 0
    while count[x]:
        x += 1
    print(x)
