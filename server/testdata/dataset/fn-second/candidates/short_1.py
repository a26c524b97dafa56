def second(values):
    return sorted(values)[-2] if len(values) > 1 else values[0]
