def average(values):
    return int(sum(values) / len(values) + 0.5)
