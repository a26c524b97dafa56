def count_positive(values):
    count = 0
    for v in values:
        n, total, first = abs(v), 0, True
        while n:
            n, d = divmod(n, 10)
            total += -d if first and v < 0 else d
            first = False
        count += total > 0
    return count
