import sys
data = list(map(int, sys.stdin.read().split()))
t = data[0]
index = 1
present = set()
for _ in range(t):
    n = data[index]
    present.update(data[index + 1:index + 1 + n])
    index += n + 1
    answer = 0
    while answer in present:
        answer += 1
    print(answer)
