from math import gcd

n = int(input())
p = [int(x) - 1 for x in input().split()]
visited = [False] * n
answer = 1
for start in range(n):
    if visited[start]:
        continue
    length = 0
    card = start
    while not visited[card]:
        visited[card] = True
        card = p[card]
        length += 1
    answer = answer // gcd(answer, length) * length
print(answer)
