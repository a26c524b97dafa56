n = int(input())
stays = [tuple(map(int, input().split())) for _ in range(n)]
best = 0
for a, b in stays:
    meeting = sum(1 for c, d in stays if c < b and a < d)
    best = max(best, meeting)
print(best)
