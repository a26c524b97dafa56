def eligible(total, items):
    enough_money = total > 25
    enough_items = items >= 3
    return enough_money and enough_items


total, items = map(int, input().split())
if eligible(total, items):
    print("Yes")
else:
    print("No")
