import sys

PICTURE = "1 2 3\n4 5 6\n7 8 9\n"
print("Yes" if sys.stdin.readline().strip() in PICTURE else "No")
