c, k = map(int, input().split())
pupils = list(map(int, input().split()))
people = sum(pupils) + c
print(people // k + 1)
