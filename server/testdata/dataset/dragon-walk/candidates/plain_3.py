def main():
    x, y = map(int, input().split())
    if abs(x) == 1 and abs(y) == 1:
        print(1)
    elif min(abs(x), abs(y)) == 1:
        print(max(abs(x), abs(y)))
    else:
        print(abs(x) + abs(y))


main()
