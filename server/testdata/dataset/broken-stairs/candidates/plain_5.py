import sys
from functools import lru_cache

n, m = map(int, input().split())
broken = frozenset(map(int, input().split()))


@lru_cache(maxsize=None)
def ways(step):
    if step < 0 or step in broken:
        return 0
    if step == 0:
        return 1
    return (ways(step - 1) + ways(step - 2)) % 1000000007


print(ways(n))
