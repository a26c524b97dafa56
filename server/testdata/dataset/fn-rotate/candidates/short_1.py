def rotate(values, k):
    k %= len(values)
    return values[-k:] + values[:-k] if k else values
