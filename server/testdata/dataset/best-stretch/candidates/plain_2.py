from collections import deque


def main():
    n, k = map(int, input().split())
    values = list(map(int, input().split()))
    prefix = [0]
    for v in values:
        prefix.append(prefix[-1] + v)
    best = None
    candidates = deque()
    for end in range(1, n + 1):
        start = end - 1
        while candidates and prefix[candidates[-1]] > prefix[start]:
            candidates.pop()
        candidates.append(start)
        if candidates[0] < end - k:
            candidates.popleft()
        total = prefix[end] - prefix[candidates[0]]
        if best is None or total > best:
            best = total
    print(best)


main()
