import sys
sys.setrecursionlimit(50000)
n, x = map(int, input().split())
a = sorted(map(int, input().split()), reverse=True)
def f(t):
    if t == 0:
        return 0
    return min((f(t - c) + 1 for c in a if c <= t), default=10**9)
r = f(x)
print(r if r < 10**9 else -1)
