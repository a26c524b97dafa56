def merge(intervals):
    res = []
    for a, b in sorted(intervals):
        if res and a <= res[-1][1] + 1:
            res[-1][1] = max(res[-1][1], b)
        else:
            res.append([a, b])
    return res
