def longest_run(text):
    best = 0
    i = 0
    while i < len(text):
        j = i
        while j < len(text) and text[j] == text[i]:
            j += 1
        best = max(best, j - i)
        i = j
    return best


ring = input().strip()
print(longest_run(ring + ring))
