n, m = map(int, input().split())
position = 0
count = 0
for d in map(int, input().split()):
    new = position + d
    if new // m != position // m or new % m == 0:
        count += 1
    position = new
print(position % m, count)
