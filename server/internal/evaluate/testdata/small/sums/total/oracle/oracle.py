def solve(text):
    return str(sum(map(int, text.split()[1:])))
