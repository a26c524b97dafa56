def rotate(values, k):
    n = len(values)
    return [values[(i - k) % n] for i in range(n)]
