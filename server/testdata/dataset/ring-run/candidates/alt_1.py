s = input().strip()
first = len(s) - len(s.lstrip(s[0]))
last = len(s) - len(s.rstrip(s[-1]))
best = 1
run = 0
prev = ''
for c in s:
    run = run + 1 if c == prev else 1
    prev = c
    best = max(best, run)
if s[0] == s[-1]:
    best = max(best, first + last)
print(best)
