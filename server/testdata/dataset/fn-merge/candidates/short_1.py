def merge(intervals):
    out = []
    for s, e in sorted(intervals):
        if out and out[-1][1] >= s: out[-1][1] = max(e, out[-1][1])
        else: out.append([s, e])
    return out
