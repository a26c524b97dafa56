def second(values):
    best = values[0]
    runner = None
    for v in values[1:]:
        if v > best:
            best = v
        elif v < best and (runner is None or v > runner):
            runner = v
    return best if runner is None else runner
