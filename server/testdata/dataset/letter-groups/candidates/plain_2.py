def signature(word):
    counts = [0] * 26
    for letter in word:
        counts[ord(letter) - ord('a')] += 1
    return tuple(counts)


n = int(input())
groups = {}
for _ in range(n):
    word = input().strip()
    groups.setdefault(signature(word), []).append(word)
print(len(groups), max(len(g) for g in groups.values()))
