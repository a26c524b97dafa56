c, k = [int(x) for x in input().split()]
groups = [int(x) for x in input().split()]
people = sum(groups) + len(groups)
answer = people // k
if answer * k < people:
    answer += 1
print(answer)
