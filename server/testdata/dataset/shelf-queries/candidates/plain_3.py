n, q = map(int, input().split())
added = []
for _ in range(q):
    event = list(map(int, input().split()))
    if event[0] == 1:
        added.append((event[1], event[2]))
    else:
        print(sum(count for place, count in added if event[1] <= place <= event[2]))
