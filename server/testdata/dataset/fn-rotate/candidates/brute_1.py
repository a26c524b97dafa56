def rotate(values, k):
    for _ in range(abs(k)):
        if k > 0:
            values = [values[-1]] + values[:-1]
        else:
            values = values[1:] + [values[0]]
    return values
