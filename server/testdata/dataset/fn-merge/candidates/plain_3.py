def merge(intervals):
    starts = sorted(i[0] for i in intervals)
    ends = sorted(i[1] for i in intervals)
    result = []
    begin = 0
    for i in range(len(starts)):
        if i == len(starts) - 1 or starts[i + 1] > ends[i]:
            result.append([starts[begin], ends[i]])
            begin = i + 1
    return result
