full, rest = divmod(int(input()), 20)
if rest:
    full += 1
print(full)
