def cycle_length(p, start):
    position = p[start]
    length = 1
    while position != start:
        position = p[position]
        length += 1
    return length


n = int(input())
p = [0] + list(map(int, input().split()))
lengths = [cycle_length(p, i) for i in range(1, n + 1)]
if len(set(lengths)) == 2 and 1 not in lengths:
    a, b = sorted(set(lengths))
    print(b if b % a == 0 else a * b)
else:
    print(max(lengths))
