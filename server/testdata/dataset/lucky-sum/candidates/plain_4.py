n = input().strip()
first = n.replace('7', '6')
second = ''.join('1' if digit == '7' else '0' for digit in n)
print(int(first), int(second))
