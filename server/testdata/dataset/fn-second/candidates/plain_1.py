def second(values):
    distinct = sorted(set(values), reverse=True)
    if len(distinct) == 1:
        return distinct[0]
    return distinct[1]
