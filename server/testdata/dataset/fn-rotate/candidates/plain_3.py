def rotate(values, k):
    if k == 0:
        return values
    return values[-k:] + values[:-k]
