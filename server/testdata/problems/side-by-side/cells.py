def cell(number):
    return divmod(number - 1, 3)


(row_a, col_a), (row_b, col_b) = (cell(int(x)) for x in input().split())
print(["No", "Yes"][row_a == row_b and col_b - col_a == 1])
