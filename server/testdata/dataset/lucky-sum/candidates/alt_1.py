s = input().strip()
a = s.replace('7', '3')
b = ''.join('4' if c == '7' else '0' for c in s)
if int(b) > 0:
    print(int(a), int(b))
else:
    n = int(s)
    for x in range(1, 200):
        if '7' not in str(x) and '7' not in str(n - x):
            print(x, n - x)
            break
