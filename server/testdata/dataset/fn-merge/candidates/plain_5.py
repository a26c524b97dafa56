def merge(intervals):
    merged = [intervals[0]]
    for start, end in intervals[1:]:
        last = merged[-1]
        if start <= last[1] and end >= last[0]:
            last[0] = min(last[0], start)
            last[1] = max(last[1], end)
        else:
            merged.append([start, end])
    return sorted(merged)
