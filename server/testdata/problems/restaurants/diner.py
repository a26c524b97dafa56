best = "Anywhere is fine I guess"
for _ in range(int(input())):
    count = int(input())
    title = input()
    menu = [input() for _ in range(count)]
    if "pancakes" in menu and "pea soup" in menu:
        best = title
print(best)
