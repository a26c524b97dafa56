import heapq
n = int(input())
loot = [-int(x) for x in input().split()]
heapq.heapify(loot)
difference = 0
while loot:
    piece = -heapq.heappop(loot)
    difference = abs(difference - piece)
print(difference)
