n, m = map(int, input().split())
moves = list(map(int, input().split()))
positions = [0]
for d in moves:
    positions.append((positions[-1] + d) % m)
print(positions[-1], positions.count(0))
