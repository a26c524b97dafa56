import math

def average(values):
    mean = sum(values) / len(values)
    if mean >= 0:
        return math.floor(mean + 0.5)
    return math.ceil(mean - 0.5)
