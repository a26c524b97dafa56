def depth(text):
    d = b = 0
    for c in text:
        d += 1 if c in "([" else -1
        if d < 0: return -1
        b = max(b, d)
    return b if d == 0 and text.count("(") == text.count(")") else -1
