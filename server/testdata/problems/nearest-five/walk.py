n = int(input())
left = right = n
while left % 5 and right % 5:
    left -= 1
    right += 1
print(left if left % 5 == 0 else right)
