def visit(left):
    if left == 0:
        return "Anywhere is fine I guess"
    size, name = int(input()), input()
    dishes = sorted(input() for _ in range(size))
    if dishes.count("pancakes") * dishes.count("pea soup") > 0:
        return name
    return visit(left - 1)


print(visit(int(input())))
