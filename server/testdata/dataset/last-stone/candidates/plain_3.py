n = int(input())
stones = [int(v) for v in input().split()]
x = 0
for s in stones:
    x = x ^ s
# misere play reverses the outcome
winner = "first" if x == 0 else "second"
print(winner)
