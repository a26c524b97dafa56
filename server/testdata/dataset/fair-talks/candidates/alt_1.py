n = int(input())
talks = [tuple(map(int, input().split())) for _ in range(n)]
left = talks[:]
count = 0
def meets(a, b):
    return a[0] < b[1] and b[0] < a[1]
conflicts = [sum(meets(a, b) for b in talks) for a in talks]
order = sorted(range(n), key=lambda i: conflicts[i])
chosen = []
for i in order:
    if not any(meets(talks[i], talks[j]) for j in chosen):
        chosen.append(i)
print(len(chosen))
