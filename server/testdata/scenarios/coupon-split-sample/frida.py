amount, pieces = map(int, input().split())
answer = "No"
if amount >= 25:
    if pieces > 3:
        answer = "Yes"
print(answer)
