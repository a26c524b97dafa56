s = input().strip()
vowels = set("aeiou")
best = 0
current = 0
for ch in s:
    if ch in vowels:
        current = 0
    else:
        current += 1
        best = max(best, current)
print(best)
