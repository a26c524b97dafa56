n = int(input())
talks = []
for _ in range(n):
    start, end = map(int, input().split())
    talks.append((start, end))
talks.sort(key=lambda talk: talk[0])
count = 0
free_from = 0
for start, end in talks:
    if start >= free_from:
        count += 1
        free_from = end
print(count)
