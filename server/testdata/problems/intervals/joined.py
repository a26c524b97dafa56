import sys

input = sys.stdin.readline

n = int(input())
a = sorted(tuple(map(int, input().split())) for _ in range(n))
cur_l, cur_r = a[0]
for l, r in a[1:]:
    if l > cur_r:
        print(cur_l, cur_r)
        cur_l = l
    cur_r = r
print(cur_l, cur_r)
