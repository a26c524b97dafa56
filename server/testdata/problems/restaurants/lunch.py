def has_both(dishes):
    dishes = iter(dishes)
    return "pea soup" in dishes and "pancakes" in dishes


n = int(input())
names = []
for i in range(n):
    k = int(input())
    name = input()
    dishes = [input() for j in range(k)]
    if has_both(dishes):
        names.append(name)
if names:
    print(names[0])
else:
    print("Anywhere is fine I guess")
