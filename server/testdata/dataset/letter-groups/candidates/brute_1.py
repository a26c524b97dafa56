n = int(input())
todo = [input().strip() for _ in range(n)]
groups = 0
largest = 0
while todo:
    first = todo[0]
    same, rest = [], []
    for w in todo:
        letters = list(first)
        fits = len(w) == len(first)
        for ch in w:
            if ch in letters:
                letters.remove(ch)
            else:
                fits = False
        (same if fits else rest).append(w)
    groups += 1
    largest = max(largest, len(same))
    todo = rest
print(groups, largest)
