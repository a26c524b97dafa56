from collections import Counter
c=Counter(''.join(sorted(input().strip())) for _ in range(int(input())))
print(len(c),max(c.values()))
