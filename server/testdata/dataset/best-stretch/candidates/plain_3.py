n, k = map(int, input().split())
a = list(map(int, input().split()))
prefix = [0] * (n + 1)
for i in range(n):
    prefix[i + 1] = prefix[i] + a[i]
best = 0
window = []
for i in range(n + 1):
    while window and window[0] < i - k:
        window.pop(0)
    if window:
        best = max(best, prefix[i] - prefix[window[0]])
    while window and prefix[window[-1]] >= prefix[i]:
        window.pop()
    window.append(i)
print(best)
