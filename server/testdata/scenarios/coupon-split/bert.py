import sys

bill, items = (int(word) for word in sys.stdin.read().split())
if bill < 25 or items < 3:
    print("No")
else:
    print("Yes")
