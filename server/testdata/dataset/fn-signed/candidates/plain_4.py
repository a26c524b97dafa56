def count_positive(values):
    return len([v for v in values if sum(int(c) for c in str(v) if c.isdigit()) > 0])
