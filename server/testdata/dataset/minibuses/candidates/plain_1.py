def main():
    classes, seats = map(int, input().split())
    pupils = list(map(int, input().split()))
    travellers = 0
    for p in pupils:
        travellers += p + 1  # one teacher for each class
    buses, rest = divmod(travellers, seats)
    if rest:
        buses += 1
    print(buses)


main()
