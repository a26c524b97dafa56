import heapq
import sys
tok = sys.stdin.read().split()
h, w = int(tok[0]), int(tok[1])
g = ''.join('#' + row + '#' for row in tok[2:])
W = w + 2
g = '#' * W + g + '#' * W
start, goal = W + 1, W * h + w
seen = set()
heap = [(0, start)] if g[start] == '.' else []
ans = -1
while heap:
    d, p = heapq.heappop(heap)
    if p in seen:
        continue
    seen.add(p)
    if p == goal:
        ans = d
        break
    for q in (p - 1, p + 1, p - W, p + W):
        if g[q] == '.' and q not in seen:
            heapq.heappush(heap, (d + 1, q))
print(ans)
