n = int(input())
largest, smallest = 0, 10**9
for x in map(int, input().split()):
    largest = max(largest, x)
    smallest = min(smallest, x)
print(largest - smallest)
