text = input().strip()
found = set()
for i in range(len(text)):
    for j in range(i + 1, len(text) + 1):
        piece = text[i:j]
        if piece == piece[::-1]:
            found.add(piece)
print(len(found))
