n = int(input())
print(min(range(0, 105, 5), key=lambda station: abs(station - n)))
