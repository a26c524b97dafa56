n = int(input())
p = [int(x) - 1 for x in input().split()]
deck = list(range(n))
home = deck[:]
count = 0
while True:
    new = [0] * n
    for i in range(n):
        new[p[i]] = deck[i]
    deck = new
    count += 1
    if deck == home:
        break
print(count)
