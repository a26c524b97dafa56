bottles = int(input())
print(len(list(range(0, bottles + 1, 20))))
