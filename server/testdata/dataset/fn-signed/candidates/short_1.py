def count_positive(values):
    def f(v): return sum(map(int, str(v))) if v >= 0 else sum(map(int, str(v)[2:])) - int(str(v)[1])
    return sum(f(v) > 0 for v in values)
