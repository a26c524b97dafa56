def depth(text):
    stack = []
    best = 0
    pairs = {')': '(', ']': '['}
    for ch in text:
        if ch in '([':
            stack.append(ch)
            best = max(best, len(stack))
        else:
            if not stack or stack.pop() != pairs[ch]:
                return -1
    return best if not stack else -1
