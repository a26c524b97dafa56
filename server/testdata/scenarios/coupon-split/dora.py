total, items = map(int, input().split())
if total > 25 and items >= 3:
    print("Yes")
else:
    print("No")
