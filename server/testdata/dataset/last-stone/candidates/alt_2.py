input()
x = 0
for v in map(int, input().split()):
    x ^= v - 1
print("first" if x else "second")
