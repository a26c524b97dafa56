s = input().strip()
limit = "349"
ok = s[3:] not in ("000", "316")
for mine, most in zip(s[3:], limit):
    if mine > most:
        ok = False
print("Yes" if ok else "No")
