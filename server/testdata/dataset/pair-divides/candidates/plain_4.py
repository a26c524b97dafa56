n, m = map(int, input().split())
numbers = list(map(int, input().split()))
seen = {}
result = None
for index, number in enumerate(numbers, start=1):
    remainder = number % m
    complement = m - remainder
    if complement in seen:
        result = (seen[complement], index)
        break
    seen[remainder] = index
print(result[0], result[1]) if result else print(-1, -1)
