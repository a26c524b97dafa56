n = int(input())
groups = {}
for _ in range(n):
    word = input().strip()
    key = (len(word), frozenset(word))
    groups[key] = groups.get(key, 0) + 1
print(len(groups), max(groups.values()))
