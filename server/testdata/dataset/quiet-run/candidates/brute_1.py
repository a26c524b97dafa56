s = input().strip()
n = len(s)
length = n
while length > 0:
    found = False
    for i in range(n - length + 1):
        part = s[i:i + length]
        if not any(v in part for v in "aeiou"):
            found = True
            break
    if found:
        break
    length -= 1
print(length)
