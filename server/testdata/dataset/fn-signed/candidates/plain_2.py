def count_positive(values):
    count = 0
    for value in values:
        total = sum(int(d) for d in str(abs(value)))
        if value < 0:
            total = -total
        if total > 0:
            count += 1
    return count
