a, b, c = (int(d) for d in input()[3:6])
if a > 3 or (a == 3 and b >= 5):
    answer = False
elif (a, b, c) in [(0, 0, 0), (3, 1, 6)]:
    answer = False
else:
    answer = True
print("Yes" if answer else "No")
