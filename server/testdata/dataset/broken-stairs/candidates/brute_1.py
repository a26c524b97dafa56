import sys
sys.setrecursionlimit(5000)
n, m = map(int, input().split())
broken = set(map(int, input().split()))
def up(step):
    if step in broken or step > n:
        return 0
    if step == n:
        return 1
    return up(step + 1) + up(step + 2)
print(up(0) % (10**9 + 7))
