text = input().strip().lower()
longest = run = 0
for letter in text:
    if letter in "aeiouy":
        run = 0
    else:
        run += 1
    longest = max(longest, run)
print(longest)
