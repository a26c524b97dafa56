RULES = (25, 3)

values = map(int, input().split())
ok = all(value >= least for value, least in zip(values, RULES))
print({True: "Yes", False: "No"}[ok])
