n = int(input())
stays = [tuple(map(int, input().split())) for _ in range(n)]
answer = 0
for s, _ in stays:
    here = 0
    for a, b in stays:
        if a <= s and s < b:
            here += 1
    answer = max(answer, here)
print(answer)
