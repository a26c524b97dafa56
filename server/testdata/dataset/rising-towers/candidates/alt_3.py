from functools import lru_cache
n = int(input())
h = list(map(int, input().split()))
@lru_cache(None)
def best(i):
    r = 1
    for j in range(i - 1, -1, -1):
        if h[j] < h[i]:
            r = max(r, best(j) + 1)
    return r
print(max(best(i) for i in reversed(range(n))))
