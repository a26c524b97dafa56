# The same as plain.py.
input()
print(sum(map(int, input().split())))
