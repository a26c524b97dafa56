def depth(text):
    rest = text
    while '()' in rest or '[]' in rest:
        rest = rest.replace('()', '').replace('[]', '')
    if rest:
        return -1
    best = now = 0
    for c in text:
        now += 1 if c in '([' else -1
        best = max(best, now)
    return best
