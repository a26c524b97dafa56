def average(values):
    return round(sum(values) / len(values))
