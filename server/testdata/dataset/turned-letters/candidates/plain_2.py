def turn(letter, k):
    if 'a' <= letter <= 'z':
        first = ord('a')
    elif 'A' <= letter <= 'Z':
        first = ord('A')
    else:
        return letter
    return chr(first + (ord(letter) - first + k) % 26)


k = int(input())
text = input().strip()
print("".join(turn(c, k) for c in text))
