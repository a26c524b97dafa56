n = int(input())
candidate, lead = "", 0
for _ in range(n):
    s = input().strip()
    if lead == 0:
        candidate = s
    lead += 1 if s == candidate else -1
print(candidate)
