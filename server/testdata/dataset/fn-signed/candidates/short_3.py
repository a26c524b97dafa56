def count_positive(values):
    return sum(sum(int(c) for c in str(v)) > 0 for v in values)
