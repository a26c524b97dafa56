k=int(input())
print(''.join(chr((ord(c)-b+k)%26+b) if c.isalpha() else c for c in input().strip() for b in [97 if c>'Z' else 65]))
