k = int(input())
text = input().strip()
alphabet = "abcdefghijklmnopqrstuvwxyz"
result = ""
for ch in text:
    low = ch.lower()
    if low in alphabet:
        coded = alphabet[(alphabet.index(low) + k) % 26]
        result += coded.upper() if ch.isupper() and k >= 0 else coded
    else:
        result += ch
print(result)
