import sys

lines = [line.strip() for line in sys.stdin]
at = 1
result = "Anywhere is fine I guess"
while at < len(lines):
    k = int(lines[at])
    menu = lines[at + 2 : at + 2 + k]
    if "pea soup" in menu and "pancakes" in menu:
        result = lines[at + 1]
        break
    at += k + 2
print(result)
