import sys

T, n = map(int, sys.stdin.readline().split())
print(["No", "Yes"][T >= 25 and n >= 4])
