word = input().strip()
i, j = 0, len(word) - 1
while i < j and word[i] == word[j]:
    i += 1
    j -= 1
print("No" if i < j else "Yes")
