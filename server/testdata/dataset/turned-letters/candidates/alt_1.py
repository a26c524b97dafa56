from string import ascii_lowercase as low, ascii_uppercase as up
k = int(input()) % 26
table = str.maketrans(low + up, low[k:] + low[:k] + up[k:] + up[:k])
print(input().strip().translate(table))
