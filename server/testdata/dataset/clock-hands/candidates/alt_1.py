h, m = map(int, input().split(":"))
a = (h % 12) * 60 + m
b = m * 12
steps = 0
# go round both ways at once
while (a + steps) % 720 != b and (a - steps) % 720 != b:
    steps += 1
print(steps)
