n = int(input())
def clean(x):
    while x:
        if x % 10 == 7:
            return False
        x //= 10
    return True
pairs = 0
answer = None
for a in range(1, n):
    if clean(a) and clean(n - a):
        pairs += 1
        answer = (a, n - a)
print(*answer)
