import sys

name = sys.stdin.readline().rstrip("\n")
# All names have the same length, so the order of the texts is that of the numbers.
if name == "ABC316":
    print("No")
elif "ABC000" < name < "ABC350":
    print("Yes")
else:
    print("No")
