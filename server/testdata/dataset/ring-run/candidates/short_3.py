s=input().strip()
print(max(map(s.count,s)))
