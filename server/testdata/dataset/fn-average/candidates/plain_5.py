def average(values):
    n = len(values)
    return -(-sum(values) // n)
